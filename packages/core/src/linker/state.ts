import type { DappClient, Session } from '@hawser/sign'
import type { LinkedWallet, Listing, Topic } from '@hawser/wire'
import type { VisitorEvent } from '../flow/event.ts'
import type { LinkPurpose } from '../flow/purpose.ts'
import type { FlowFailure, FlowState, RelayAnswer } from '../flow/state.ts'
import type { View, WalletViewName } from '../flow/views.ts'
import type { Platform } from '../platform/platform.ts'
import type { LinkedWalletsEvent, LinkHistoryState, WalletAction } from '../proof/linkedWalletChanges.ts'
import type { KeptSessionsState, SessionsEvent } from '../sessions/keptSessions.ts'
import type { ModalOptions } from '../wallets/modalOptions.ts'

/** A wallet as it is shown. Without an image, or until it is there, show the name's first letters. */
export type WalletEntry = {
  readonly listing: Listing
  readonly imageUrl: string | undefined
  readonly isRecent: boolean
  /** Announced in this browser (EIP-6963): it is asked directly. */
  readonly isInstalled: boolean
  /** The name an extension gives itself that no listing vouches for, to be shown with it (T-23). Undefined for a listed wallet. */
  readonly rdns: string | undefined
  /** Where the classic variant's list gives one. */
  readonly shortName?: string
}

/** What ConnectWallet offers; `hasMore` adds "View All" (C3, C4). */
export type WalletLists = {
  readonly shown: readonly WalletEntry[]
  readonly hasMore: boolean
  /** False until the lists' code is there: the code to scan is drawn without it. */
  readonly isReady: boolean
}

/** The explorer. `entries` holds what is loaded so far, the host's and recommended wallets first. */
export type ExplorerState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly search: string
  readonly entries: readonly WalletEntry[]
  readonly total: number
  readonly isLastPage: boolean
  /** The registry cannot be had, or has not answered in time: the built-in wallets stand in, and cannot be searched (F-L3). */
  readonly isUnavailable: boolean
}

/** The key of a toast's text (M). */
export type ToastMessage = 'linkCopied' | 'failedToCopy' | 'failedPreloading' | 'unknownError'

/** A short message that goes by itself after 2200 ms. `text`, when there is one, is shown instead of the message's own. */
export type Toast = {
  readonly kind: 'success' | 'error'
  readonly message: ToastMessage
  readonly text: string | undefined
}

/** The host user's linked wallets. Nothing is asked before `linkedWalletsWanted`. */
export type LinkedWalletsState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly wallets: readonly LinkedWallet[]
  /** Why the list could not be read, or the code for it not be had. */
  readonly error: FlowFailure | undefined
  /** What is being done to a wallet, or was not, by the wallet's id. */
  readonly actions?: Readonly<Record<string, WalletAction>>
  /** Absent until `historyWanted`. */
  readonly history?: LinkHistoryState
}

/** How far a pairing's session has come (S7). `session` is undefined while it is proposed. */
export type SessionRecord = {
  readonly pairingTopic: Topic
  readonly stage: 'proposed' | 'settled' | 'acknowledged' | 'updated' | 'extended' | 'deleted' | 'expired'
  readonly session: Session | undefined
}

/** Everything a modal needs to draw itself. A snapshot: it never changes, a new one takes its place. */
export type LinkerState = {
  readonly flow: FlowState
  /** What the modal is open for, or was last. */
  readonly purpose: LinkPurpose
  readonly view: View
  readonly canGoBack: boolean
  readonly wallets: WalletLists
  readonly explorer: ExplorerState
  readonly toast: Toast | undefined
  readonly linkedWallets: LinkedWalletsState
  readonly pairingHistory: readonly SessionRecord[]
  /** The sessions that live on with `keepSession`. Absent until `sessionsWanted`. */
  readonly keptSessions?: KeptSessionsState
  readonly platform: Platform
  /** Extensions announced in this browser, by rdns: their wallets can be reached by `extension` (see `otherVias`). */
  readonly installed: readonly string[]
  readonly options: ModalOptions
  /** Shown honestly beside the code: slow after 2 s without an answer, unreachable (and `failed`) after 8 s. */
  readonly relay: RelayAnswer | 'unreachable'
  /** What the QR code holds, there as soon as the modal is open. Whoever has it can read the pairing: never log it. */
  readonly pairingUri: string | undefined
  /** Until the code renews itself, or ends where nobody can renew it. Undefined while no code is on screen. Changes each second. */
  readonly codeSecondsLeft: number | undefined
  /** Whether a new code takes the place of one that is over. Otherwise `codeSecondsLeft` counts to its end. */
  readonly codeRenews: boolean
  /** Whether the visitor left the page after a wallet was opened. `stayed`: nothing opened within 2 s, offer the next way. */
  readonly appSwitch: 'idle' | 'opening' | 'left' | 'stayed'
  /** The page is shown inside a page of another origin and may not link there (T-17): `opened` does nothing. */
  readonly isFramed: boolean
}

/** What is sent to a linker: what the visitor does, and what the host page wants. */
export type LinkerEvent =
  | VisitorEvent
  /** A view that is about no wallet; those about one follow from the choice of a wallet. */
  | { readonly type: 'viewShown'; readonly view: Exclude<View, { readonly name: WalletViewName }> }
  | { readonly type: 'searched'; readonly text: string }
  | { readonly type: 'moreWanted' }
  /** These are in sight, of a list whose images do not come by themselves. */
  | { readonly type: 'imagesWanted'; readonly listings: readonly Listing[] }
  | { readonly type: 'linkCopied' }
  /** Opens the page where the shown wallet can be had. */
  | { readonly type: 'installWanted' }
  | LinkedWalletsEvent
  | SessionsEvent

/** Links wallets. Made by `createLinker`, driven by events, read by `getState` and `subscribe`. */
export type Linker = {
  /** The current snapshot: the same reference until something changed. */
  getState(): LinkerState
  /** Calls back after every change. Returns the undo. */
  subscribe(listener: () => void): () => void
  /**
   * What follows from an event, links to open included, happens before it returns; only answers of others come later.
   * The first event waits for the linker's code, unless `preload` has fetched it.
   */
  send(event: LinkerEvent): void
  /**
   * Fetches the code that `opened` needs ahead of it; nothing else is asked of anybody. Resolves when it is there, or could
   * not be fetched: opening tries again, and says so if it fails then.
   */
  preload(): Promise<void>
  /** Closes the flow, the socket and every timer. Nothing happens afterwards. */
  stop(): void
}

/** A linker with the protocol client behind it, for `@hawser/core/provider`. */
export type ClientLinker = Linker & {
  /**
   * The client whose sessions the linker makes, its code fetched when it is not there yet. Undefined when it cannot be
   * fetched, after `stop`, and where the page gave a connector of its own.
   */
  client(): Promise<DappClient | undefined>
  /**
   * Brings the wallet of a session to the front, where it was opened on this phone to make that session: call it within a
   * tap, after a request was sent. Does nothing for any other session.
   */
  openWallet(session: Session): void
}
