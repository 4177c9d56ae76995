import type { DappClient, Session } from '@hawser/sign'
import type { AppSwitchState } from '../flow/appSwitch.ts'
import type { LinkPurpose } from '../flow/purpose.ts'
import type { FlowState, RelayAnswer } from '../flow/state.ts'
import type { View } from '../flow/views.ts'
import type { HandoffScreenState } from '../handoff/handoffScreenState.ts'
import type { Platform } from '../platform/platform.ts'
import type { LinkedWalletsState } from '../proof/linkedWalletsState.ts'
import type { KeptSessionsState } from '../sessions/keptSessions.ts'
import type { SessionRecord } from '../sessions/pairingHistory.ts'
import type { LinkToOpen } from '../wallets/deepLink.ts'
import type { HostWallet } from '../wallets/hostWallets/hostWallet.ts'
import type { ModalOptions } from '../wallets/modalOptions.ts'
import type { ExplorerState, WalletLists } from '../wallets/state.ts'
import type { WalletPage } from '../wallets/walletBrowser/walletPage.ts'
import type { LinkerEvent } from './linkerEvent.ts'
import type { LinkerMethods } from './methods.ts'
import type { Toast } from './toast.ts'

/** Everything a modal needs to draw itself. The state is a snapshot: it never changes, and a new one replaces it. */
export type LinkerState = {
  readonly flow: FlowState
  /** The current purpose of the modal, or its last one. */
  readonly purpose: LinkPurpose
  readonly view: View
  readonly canGoBack: boolean
  readonly wallets: WalletLists
  readonly explorer: ExplorerState
  readonly toast: Toast | undefined
  readonly linkedWallets: LinkedWalletsState
  readonly pairingHistory: readonly SessionRecord[]
  /** The kept sessions (`session.keep`). Absent until `loadSessions`. */
  readonly keptSessions?: KeptSessionsState
  readonly platform: Platform
  /** The rdns of each extension announced in this browser. Their wallets can be reached by `extension` (see `otherVias`). */
  readonly installed: readonly string[]
  /**
   * The namespaces of each wallet in this browser that has several of the page's networks, by rdns, the last chosen first. Such
   * a wallet is asked once `chooseWallet` names one of them.
   */
  readonly networks?: Readonly<Record<string, readonly string[]>> | undefined
  /** Whether a wallet's provider is in the page on a phone, as in the wallet's own browser. That wallet is the way to link. */
  readonly isInWallet?: boolean
  /** A network outside the page's, for which the wallet to install is already in this browser. */
  readonly otherNetwork?: { readonly listingId: string; readonly network: string } | undefined
  /** The page for a wallet's own browser. Set on phones, from the first opening of the modal. */
  readonly walletPage?: WalletPage | undefined
  /** The link of a phone's wallet from this screen. Absent if it is not offered. */
  readonly handoff?: HandoffScreenState | undefined
  /**
   * The host of a relay that only certain wallets listen on (`relay.reach`). Store wallets cannot use its code, so no first
   * view shows the code. Absent if store wallets answer.
   */
  readonly ownRelay?: string | undefined
  /**
   * The host app's account as the text that a wallet signs with its approval (`link.oneTap`) names it. Shown next to the code.
   */
  readonly account?: string | undefined
  readonly options: ModalOptions
  /** The relay's state, shown next to the code: slow after 2 s without an answer, unreachable (and `failed`) within 8 s. */
  readonly relay: RelayAnswer | 'unreachable'
  /** The content of the QR code, set as soon as the modal is open. Anyone with it can read the pairing: never log it. */
  readonly pairingUri: string | undefined
  /** Whether the link could not be copied. It is shown for the visitor to copy by hand, until the modal closes. */
  readonly isLinkShown?: boolean
  /** Whether the code exists but must not be shown yet: the link API is asked if the visitor is signed in. */
  readonly isCodeHeld?: boolean
  /**
   * The seconds until the code renews itself, or ends if it cannot be renewed. Undefined while no code is on screen. Changes
   * each second.
   */
  readonly codeSecondsLeft: number | undefined
  /** Whether a new code replaces an expired one. Otherwise `codeSecondsLeft` counts down to its end. */
  readonly codeRenews: boolean
  /**
   * Whether the visitor left the page after a wallet was opened. `stayed`: nothing opened within 2 s, so offer the next way.
   */
  readonly appSwitch: AppSwitchState
  /**
   * The link to a wallet that the system chose on this Android phone, while that wallet signs. Undefined if no listing has one.
   * The link never opens automatically: draw it as a link.
   */
  readonly returnLink?: LinkToOpen | undefined
  /** Whether the page is inside a page of another origin and not allowed to link there (T-17): `open` then does nothing. */
  readonly isFramed: boolean
}

/**
 * Links wallets. `createLinker` makes a linker. A page calls its methods, and reads its state by `getState` and `subscribe`.
 *
 * A call does its work before it returns, and opens links within the visitor's tap; only the answers of others come later. The
 * first call waits for the linker's code, unless `preload` has fetched it. A call that means nothing in the current state does
 * nothing.
 * @example
 * const linker = createLinker({ relay: { url: 'wss://relay.example' }, chains: ['eip155:1'], metadata })
 * linker.subscribe(() => console.log(linker.getState().flow.status))
 * linker.open()
 */
export type Linker = LinkerMethods & {
  /** Returns the current snapshot: the same reference until something changes. */
  getState(): LinkerState
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /**
   * Fetches the code that `open` needs ahead of time, and sends no other request. Resolves once the code is loaded or the fetch
   * has failed: `open` then tries again, and reports a failure.
   */
  preload(): Promise<void>
  /**
   * Delays the fetches after the code until `drawn` settles, because the code that draws it is still loading. A page with its
   * own drawing code can call this before `open`.
   * @example linker.fetchAfter?.(import('./Modal.tsx'))
   */
  fetchAfter?(drawn: Promise<unknown>): void
  /** Closes the flow, the socket and every timer. The linker does nothing afterwards. */
  stop(): void
}

/** A linker with the protocol client behind it, for `@hawser/core/provider`. */
export type ClientLinker = Linker & ClientAccess

/** A linker behind its methods: each method is an event that the linker's parts handle. */
export type EventLinker = Omit<Linker, keyof LinkerMethods> &
  ClientAccess & {
    send(event: LinkerEvent): void
  }

type ClientAccess = {
  /**
   * Returns the client that makes the linker's sessions, and fetches its code if necessary. Undefined if the code cannot be
   * fetched, after `stop`, and with your own connector.
   */
  client(): Promise<DappClient | undefined>
  /**
   * Brings the wallet of a session to the front, if it was opened on this phone to make that session. Call it within a tap,
   * after sending a request. Does nothing for any other session.
   */
  openWallet(session: Session): void
  /** The host app's own wallets. */
  readonly hostWallets?: readonly HostWallet[] | undefined
}
