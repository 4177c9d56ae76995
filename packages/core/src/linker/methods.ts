import type { Listing, Topic, WalletChange } from '@hawser/wire'
import type { LinkPurpose } from '../flow/purpose.ts'
import type { View, WalletViewName } from '../flow/views.ts'
import type { Via } from '../wallets/routes.ts'
import type { LinkerEvent } from './linkerEvent.ts'

/** The actions of a linker. Each method returns at once, and its outcome appears in the linker's state. */
export type LinkerMethods = {
  /**
   * Opens the modal and makes a code. `purpose` says why a wallet is needed. Default: to link it. Does nothing inside a
   * page of another origin (`isFramed`).
   * @example linker.open({ purpose: { kind: 'signIn' } })
   */
  open(options?: { readonly purpose?: LinkPurpose | undefined }): void
  /** Closes the modal. A code on screen is no longer answered. */
  close(): void
  /** Tries the step that failed again. */
  retry(): void
  /** Shows the view before this one. */
  goBack(): void
  /** Replaces the code on screen with a fresh one. */
  renewCode(): void
  /** Shows a view that is about no wallet. Views of a wallet follow from `chooseWallet`. */
  showView(view: Exclude<View, { readonly name: WalletViewName }>): void
  /**
   * Chooses a wallet: it is asked if it is in this browser, opened on a phone, and otherwise shown with its code. If
   * the wallet has several of the page's networks in this browser, `namespace` selects one. Without it such a wallet is
   * not asked yet. After the link the account of another network can be linked too.
   */
  chooseWallet(listing: Listing, options?: { readonly namespace?: string | undefined }): void
  /** Leaves the choice to the system, which opens an app for the bare `wc:` link (Android). */
  chooseAnyWallet(): void
  /** Chooses how to reach the chosen wallet. */
  chooseVia(via: Via): void
  /** Opens the chosen wallet again, by its universal link if asked so. Once it is connected, without the pairing. */
  openChosenWallet(options?: { readonly preferUniversal?: boolean | undefined }): void
  /** Copies the link of the code, or `link`. */
  copyLink(link?: string): void
  /** Opens the page where the visitor can install the shown wallet. */
  openInstallPage(): void
  /** Searches all wallets. An empty text lists them. */
  searchWallets(text: string): void
  /** Loads the next page of wallets. After a failure it tries again. */
  loadMoreWallets(): void
  /** Loads the images of these wallets, from a list whose images do not come by themselves. */
  loadWalletImages(listings: readonly Listing[]): void
  /** Starts a handoff: shows a code for a phone's camera, in place of an earlier one. */
  startHandoff(): void
  /** Links the phone's wallet with the six digits that the phone shows. */
  finishHandoff(digits: string): void
  /** Takes the link of the handoff back. */
  undoHandoff(): void
  /** Reads the linked wallets from the host app's server. */
  loadLinkedWallets(): void
  /**
   * Takes a link back. The wallet itself receives nothing. If the link API requires the wallet's signature for this,
   * the action fails with `proof_required`: open the modal for the purpose `unlink` then.
   */
  unlink(id: string): void
  /** Gives a linked wallet a label (undefined removes it), or makes it the primary one. */
  changeLinkedWallet(id: string, change: WalletChange): void
  /** Reads the history of links from its latest event, or with `isOlder` the events after the last one shown. */
  loadHistory(options?: { readonly isOlder?: boolean | undefined }): void
  /** The visitor has read why the action on a linked wallet failed. */
  dismissFailure(id: string): void
  /** Reads the kept sessions, and follows them from then on. */
  loadSessions(): void
  /** Ends a kept session. */
  revokeSession(topic: Topic): void
  /** Ends all kept sessions. */
  revokeAllSessions(): void
  /** The visitor has read which kept sessions ended. */
  dismissEndedSessions(): void
}

/** The events that contain only their type. */
type Bare = {
  [Type in LinkerEvent['type']]: { readonly type: Type } extends Extract<LinkerEvent, { type: Type }> ? Type : never
}[LinkerEvent['type']]

/**
 * The methods of a linker, as events for its parts. Each can be passed on alone, also as the handler of a press: its
 * argument is then the browser's own event, which has no options.
 */
export function createMethods(send: (event: LinkerEvent) => void): LinkerMethods {
  const say = (type: Bare) => () => send({ type })
  return {
    open: (options) => send({ type: 'opened', purpose: options?.purpose }),
    close: say('closed'),
    retry: say('retried'),
    goBack: say('wentBack'),
    renewCode: say('renewed'),
    showView: (view) => send({ type: 'viewShown', view }),
    chooseWallet: (listing, options) => send({ type: 'walletChosen', listing, namespace: options?.namespace }),
    chooseAnyWallet: say('anyWalletChosen'),
    chooseVia: (via) => send({ type: 'platformChosen', via }),
    openChosenWallet: (options) => send({ type: 'linkOpened', preferUniversal: options?.preferUniversal }),
    copyLink: (link) => send({ type: 'linkCopied', ...(typeof link === 'string' && { link }) }),
    openInstallPage: say('installWanted'),
    searchWallets: (text) => send({ type: 'searched', text }),
    loadMoreWallets: say('moreWanted'),
    loadWalletImages: (listings) => send({ type: 'imagesWanted', listings }),
    startHandoff: () => send({ type: 'handoff', action: 'start' }),
    finishHandoff: (digits) => send({ type: 'handoff', action: 'finish', digits }),
    undoHandoff: () => send({ type: 'handoff', action: 'undo' }),
    loadLinkedWallets: say('linkedWalletsWanted'),
    unlink: (id) => send({ type: 'unlinked', id }),
    changeLinkedWallet: (id, change) => send({ type: 'walletChanged', id, change }),
    loadHistory: (options) => send({ type: 'historyWanted', isOlder: options?.isOlder === true }),
    dismissFailure: (id) => send({ type: 'walletFailureRead', id }),
    loadSessions: say('sessionsWanted'),
    revokeSession: (topic) => send({ type: 'sessionRevoked', topic }),
    revokeAllSessions: say('allSessionsRevoked'),
    dismissEndedSessions: say('endedSessionsRead'),
  }
}
