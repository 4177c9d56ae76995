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

/** Everything a modal needs to draw itself. A snapshot: it never changes; a new one replaces it. */
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
  /** Extensions announced in this browser, by rdns: their wallets can be reached by `extension` (see `otherVias`). */
  readonly installed: readonly string[]
  /**
   * By rdns: the networks, as namespaces, of a wallet in this browser that has several of the page's, the last chosen
   * one first. Such a wallet is asked once `chooseWallet` names one of them.
   */
  readonly networks?: Readonly<Record<string, readonly string[]>> | undefined
  /** On a phone: a wallet's provider is in the page, as in the wallet's own browser. That wallet is the way to link. */
  readonly isInWallet?: boolean
  /** The network, not among the page's, for which the wallet to install is already in this browser. */
  readonly otherNetwork?: { readonly listingId: string; readonly network: string } | undefined
  /** The page for a wallet's own browser. On phones, from the first opening of the modal on. */
  readonly walletPage?: WalletPage | undefined
  /** A phone's wallet, linked from this screen. Absent if it is not offered. */
  readonly handoff?: HandoffScreenState | undefined
  /**
   * The host of a relay that only certain wallets listen on (`relay.reach`): its code is useless to wallets of the
   * stores, and no first view shows it. Absent if those answer.
   */
  readonly ownRelay?: string | undefined
  /**
   * How the text that a wallet signs with its approval (`link.oneTap`) names the host app's account. Shown beside the
   * code.
   */
  readonly account?: string | undefined
  readonly options: ModalOptions
  /**
   * The relay's state, shown beside the code: slow after 2 s without an answer, unreachable (and `failed`) after 8 s.
   */
  readonly relay: RelayAnswer | 'unreachable'
  /**
   * The content of the QR code, set as soon as the modal is open. Anyone who has it can read the pairing: never log it.
   */
  readonly pairingUri: string | undefined
  /** The link could not be copied: it is shown for the visitor to copy by hand, until the modal closes. */
  readonly isLinkShown?: boolean
  /** The code exists but must not be shown yet: the link API is being asked whether the visitor is signed in. */
  readonly isCodeHeld?: boolean
  /**
   * Seconds until the code renews itself, or ends if nobody can renew it. Undefined while no code is on screen. Changes
   * each second.
   */
  readonly codeSecondsLeft: number | undefined
  /** Whether a new code replaces an expired one. Otherwise `codeSecondsLeft` counts to its end. */
  readonly codeRenews: boolean
  /**
   * Whether the visitor left the page after a wallet was opened. `stayed`: nothing opened within 2 s, so offer the next
   * way.
   */
  readonly appSwitch: AppSwitchState
  /**
   * On Android, while a wallet signs that the system chose on this phone: its link. Undefined if no listing has it. It
   * never opens by itself: draw it as a link.
   */
  readonly returnLink?: LinkToOpen | undefined
  /** The page is inside a page of another origin and may not link there (T-17): `open` does nothing. */
  readonly isFramed: boolean
}

/**
 * Links wallets. `createLinker` makes one. A page calls its methods, and reads its state by `getState` and `subscribe`.
 *
 * A call does its work before it returns, and opens links within the visitor's tap; only the answers of others come
 * later. The first call waits for the linker's code, unless `preload` has fetched it. A call without a meaning in the
 * current state does nothing.
 * @example
 * const linker = createLinker({ relay: { url: 'wss://relay.example' }, chains: ['eip155:1'], metadata })
 * linker.subscribe(() => console.log(linker.getState().flow.status))
 * linker.open()
 */
export type Linker = LinkerMethods & {
  /** The current snapshot: the same reference until something changed. */
  getState(): LinkerState
  /** Calls back after every change. Returns the undo. */
  subscribe(listener: () => void): () => void
  /**
   * Fetches the code that `open` needs ahead of time, and sends no other request. Resolves when it is loaded, or could
   * not be fetched: opening tries again, and reports a failure then.
   */
  preload(): Promise<void>
  /**
   * Delays fetches after the code until `drawn` settles: the code that draws it is still on its way. A page that draws it with
   * code of its own may call this before `open`.
   * @example linker.fetchAfter?.(import('./Modal.tsx'))
   */
  fetchAfter?(drawn: Promise<unknown>): void
  /** Closes the flow, the socket and every timer. Nothing happens afterwards. */
  stop(): void
}

/** A linker with the protocol client behind it, for `@hawser/core/provider`. */
export type ClientLinker = Linker & ClientAccess

/** A linker behind its methods: each of them is an event that the linker's parts handle. */
export type EventLinker = Omit<Linker, keyof LinkerMethods> &
  ClientAccess & {
    send(event: LinkerEvent): void
  }

type ClientAccess = {
  /**
   * The client that makes the linker's sessions; its code is fetched if necessary. Undefined when it cannot be fetched,
   * after `stop`, and with your own connector.
   */
  client(): Promise<DappClient | undefined>
  /**
   * Brings the wallet of a session to the front, if it was opened on this phone to make that session: call it within a
   * tap, after a request was sent. Does nothing for any other session.
   */
  openWallet(session: Session): void
  /** The host app's own wallets. */
  readonly hostWallets?: readonly HostWallet[] | undefined
}
