import type { Listing, Topic, WalletChange } from '@hawser/wire'
import type { LinkPurpose } from '../flow/purpose.ts'
import type { View, WalletViewName } from '../flow/views.ts'
import type { Via } from '../wallets/routes.ts'
import type { LinkerEvent } from './linkerEvent.ts'

/** The actions of a linker. Each method returns at once, and its outcome appears in the linker's state. */
export type LinkerMethods = {
  /**
   * Opens the modal and makes a code. `purpose` is the reason why a wallet is needed. Default: to link it. Does nothing inside
   * a page of another origin (`isFramed`).
   * @example linker.open({ purpose: { kind: 'signIn' } })
   */
  open(options?: { readonly purpose?: LinkPurpose | undefined }): void
  /** Closes the modal. The page no longer reacts to a wallet that scanned the code. */
  close(): void
  /** Tries the failed step again. */
  retry(): void
  /** Shows the previous view. */
  goBack(): void
  /** Replaces the code on screen with a fresh one. */
  renewCode(): void
  /** Shows a view without a wallet. The views of a wallet follow from `chooseWallet`. */
  showView(view: Exclude<View, { readonly name: WalletViewName }>): void
  /**
   * Chooses a wallet. A wallet in this browser is asked, a wallet on a phone is opened, and any other wallet is shown with its
   * code. If a wallet in this browser has several of the page's networks, `namespace` selects one; without it the wallet is not
   * asked yet. After the link the account of another network can be linked too.
   */
  chooseWallet(listing: Listing, options?: { readonly namespace?: string | undefined }): void
  /** Leaves the choice to the system, which opens an app for the bare `wc:` link (Android). */
  chooseAnyWallet(): void
  /** Chooses how to reach the chosen wallet. */
  chooseVia(via: Via): void
  /**
   * Opens the chosen wallet again, by its universal link on request. The link omits the pairing once the wallet is connected.
   */
  openChosenWallet(options?: { readonly preferUniversal?: boolean | undefined }): void
  /** Copies the link of the code, or `link`. */
  copyLink(link?: string): void
  /** Opens the page where the visitor can install the shown wallet. */
  openInstallPage(): void
  /** Searches all wallets. An empty text lists them. */
  searchWallets(text: string): void
  /** Loads the next page of wallets, or tries again after a failure. */
  loadMoreWallets(): void
  /** Loads the images of these wallets, for a list that does not load its images automatically. */
  loadWalletImages(listings: readonly Listing[]): void
  /** Starts a handoff: shows a code for a phone's camera, in place of an earlier one. */
  startHandoff(): void
  /** Links the phone's wallet with the six digits that the phone shows. */
  finishHandoff(digits: string): void
  /** Undoes the link of the handoff. */
  undoHandoff(): void
  /** Reads the linked wallets from the host app's server. */
  loadLinkedWallets(): void
  /**
   * Removes a link. The wallet itself receives nothing. If the link API requires the wallet's signature, the action fails with
   * `proof_required`: then open the modal for the purpose `unlink`.
   */
  unlink(id: string): void
  /** Gives a linked wallet a label (undefined removes it), or makes it the primary one. */
  changeLinkedWallet(id: string, change: WalletChange): void
  /** Reads the history of links from its latest event, or with `isOlder` the events that precede the oldest one shown. */
  loadHistory(options?: { readonly isOlder?: boolean | undefined }): void
  /** Removes the failure of an action on a linked wallet, once the visitor has read it. */
  dismissFailure(id: string): void
  /** Reads the kept sessions and keeps the state up to date from then on. */
  loadSessions(): void
  /** Ends a kept session. */
  revokeSession(topic: Topic): void
  /** Ends all kept sessions. */
  revokeAllSessions(): void
  /** Removes the list of ended sessions, once the visitor has read it. */
  dismissEndedSessions(): void
}

/** The events that contain only their type. */
type Bare = {
  [Type in LinkerEvent['type']]: { readonly type: Type } extends Extract<LinkerEvent, { type: Type }> ? Type : never
}[LinkerEvent['type']]

/**
 * Creates the methods of a linker, which send events to its parts. Each method can be passed on alone, also as a press handler:
 * its argument is then the browser's own event, which has no options.
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
