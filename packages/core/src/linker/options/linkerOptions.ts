import type { Metadata, WebSocketLike } from '@hawser/sign'
import type { ChainId, LinkedWallet, ProposalNamespaces } from '@hawser/wire'
import type { PairingConnector } from '../../connectors/pairingConnector.ts'
import type { RequestedMethods } from '../../connectors/requestedMethods.ts'
import type { LinkPurpose } from '../../flow/purpose.ts'
import type { FlowFailure } from '../../flow/state.ts'
import type { KeyValue } from '../../platform/keyValue.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LinkToOpen } from '../../wallets/deepLink.ts'
import type { HostWallet } from '../../wallets/hostWallets/hostWallet.ts'
import type { ModalOptions } from '../../wallets/modalOptions.ts'
import type { RelayReach } from '../../wallets/reach/relayReach.ts'
import type { WalletBrowserOptions } from '../../wallets/walletBrowser/walletPage.ts'

/** The relay that carries the messages between the page and the wallet. */
export type RelayOptions = {
  /**
   * A WebSocket address. Several addresses lead to the same mailboxes and are tried in turn (see the README of @hawser/sign).
   */
  readonly url: string | readonly string[]
  /** The project id for a relay or a registry that requires one, such as the network's. */
  readonly projectId?: string
  /**
   * The wallets that listen on this relay. A store wallet dials the relay built into it, so it never receives a code made on
   * your own relay. `network`: store wallets listen there. `own`: only the wallets in `modal.mobileWallets` and
   * `modal.desktopWallets`, and those whose listing names the relay (`relays`). A list: the listings with these ids too. All
   * other wallets are offered by their extension, their own browser or a handoff, without a code that they cannot answer.
   * Default: `network` for the network's own relay hosts and with a `connector`, else `own`.
   * @example
   * createLinker({ ...options, relay: { url: 'wss://relay.example', reach: ['our-wallet'] } })
   */
  readonly reach?: RelayReach
}

/** The source of wallets. */
export type RegistryOptions = {
  /** The address of the registry. */
  readonly url: string
  /**
   * The registry's ed25519 public key, 64 hex digits; several during a change of keys. The linker then accepts only wallets
   * from this registry that this key signed, and otherwise uses the built-in wallets. Without a key the linker trusts the
   * registry.
   */
  readonly key?: string | readonly string[]
}

/** The link API of the host app. */
export type LinkApiOptions = {
  /** The address of the link API, on the page's own origin or another. */
  readonly url: string
  /**
   * Asks capable wallets for the proof together with the approval: one prompt instead of two (wc_sessionAuthenticate, chains of
   * `eip155`). Other wallets approve and sign as usual. Needs a visitor who is signed in. Capable wallets of the page always do
   * this (`solana:signIn`, ERC-7846). Default: false.
   */
  readonly oneTap?: boolean
  /**
   * Lets the link API confirm to wallets that a pairing is this site's own (its `originStatements`). Otherwise the address that
   * wallets show is only the page's claim. The code does not wait for the statement; after four seconds the proposal goes
   * without it. Needs a visitor whom the host app knows. Default: false.
   */
  readonly originStatement?: boolean
  /**
   * Lets visitors on a computer link a wallet on their phone without a relay. The phone's camera scans an address of this site,
   * where the wallet signs, and the visitor types six digits here. On a phone the link into a wallet's own browser opens that
   * address, unless `walletBrowser` names another. Needs `handoff` of the link API. Default: false.
   * @example createLinker({ ...options, link: { url: '/api/link', handoff: true } })
   */
  readonly handoff?: boolean
  /**
   * Called when a visitor has signed in with this wallet (purpose `signIn`), even if the modal was closed in the meantime. The host
   * app has a new session from now on, so reload the visitor's data in the page.
   */
  readonly onSignedIn?: (wallet: LinkedWallet) => void
  /**
   * Called when the visitor wants to link, unlink or take back a wallet, but is not signed in to the host app. Its link API
   * then answers HTTP 401 when the modal opens. The modal closes without having shown a code: send the visitor to the sign-in
   * page. Without this option, the modal says that they have to sign in first.
   * @param purpose - the purpose of the modal, to open it again afterwards
   * @example onSignInNeeded: () => location.assign('/sign-in?next=/wallets')
   */
  readonly onSignInNeeded?: (purpose: LinkPurpose) => void
}

/** The session that a wallet approves. */
export type SessionOptions = {
  /**
   * The requested methods. Default: the ones that linking needs, `personal_sign` of `eip155`, `solana_signMessage` of `solana`,
   * `signMessage` of `bip122`. A list is for `eip155`, unchanged; without a chain of `eip155` it is for every namespace. An object
   * sets them by namespace, and other namespaces keep their default.
   */
  readonly methods?: RequestedMethods
  readonly events?: readonly string[]
  /**
   * The required namespaces of a session; all others are optional. Some wallets share accounts or signing methods only if they
   * are required. A wallet that cannot grant all of them refuses, and a session without them is refused (5000 to 5003).
   * Default: nothing, so that a wallet without one of the chains can still be linked on another.
   * @example
   * session: { requiredNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } }
   */
  readonly requiredNamespaces?: ProposalNamespaces
  /**
   * Whether the session outlives the link. Default: true without `link`, otherwise false. If false, the linker writes no key to
   * the browser's storage. On a phone it writes to the tab's storage (`sessionStorage`) until the link ends, because the phone
   * can discard the page while the visitor is in the wallet.
   */
  readonly keep?: boolean
}

/**
 * The browser around a linker: its clock, storage and network. Each has a default. Replace it in tests, or outside a browser.
 */
export type World = {
  readonly storage?: KeyValue
  readonly platform?: Platform
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
  readonly fetch?: typeof fetch
  readonly createWebSocket?: (url: string) => WebSocketLike
  /** Opens a link within the visitor's tap. */
  readonly openLink?: (link: LinkToOpen) => void
  /**
   * Whether the visitor has just pressed something. Only then does a request over a kept session bring its wallet to the front.
   * Default: the browser's `navigator.userActivation`; false if the browser lacks it.
   */
  readonly isPressed?: () => boolean
  /**
   * Copies the link of a code. Default: the browser's clipboard, otherwise the older copy command. Rejects if neither works;
   * the link is then shown and selected, for the visitor to copy by hand.
   */
  readonly copyText?: (text: string) => Promise<void>
  /** Reports when the page is hidden and visible again. Returns a function that stops the reports. */
  readonly watchVisibility?: (listener: (isVisible: boolean) => void) => () => void
  /** Whether the page is inside a page of another origin, not counting those in `allowed`. */
  readonly isFramed?: (allowed?: readonly string[]) => boolean
  /** The event target on which extensions announce themselves. Default: the window. */
  readonly extensionScope?: EventTarget
  /** Calls `callback` after `delayMs`. Returns a function that cancels the timer. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void
}

type SharedOptions = {
  /**
   * The requested chains, for example `['eip155:1']`. Their order is the order of the accounts to prove: if a wallet shares
   * several accounts, the first one not linked yet is proven.
   */
  readonly chains: readonly ChainId[]
  /** The source of wallets. Without it the built-in wallets are shown, without any request. */
  readonly registry?: RegistryOptions
  /** The link API of the host app. Without it the flow ends at `connected`. */
  readonly link?: LinkApiOptions
  /**
   * Called for every failure of the relay, a peer or the storage, even if it does not stop the visitor. Use it for logs and
   * alarms. For `relay_refused`, `reason` is the page's `origin`, the `project`, the `clock`, the `rate` or `other`, and
   * `message` quotes the relay. Neither contains a key, a token or an address to scan.
   * @example onFailure: ({ code, reason, message }) => report(code, reason, message)
   */
  readonly onFailure?: (failure: FlowFailure) => void
  /**
   * The host app's own wallets, offered like extensions: any EIP-1193 provider, or a connector of wagmi. They come first among
   * the wallets of this page, and need a chain of `eip155`.
   * @example
   * createLinker({ ...options, wallets: [{ id: 'our-wallet', name: 'Our Wallet', icon, provider: () => loadOurWallet() }, baseAccount()] })
   */
  readonly wallets?: readonly HostWallet[]
  /**
   * The page that phones open in a wallet's own browser, which has the wallet's provider and needs no relay. `false` offers no
   * such links. Default: with `handoff` its page, which needs no sign-in; otherwise the page's own address without query and
   * fragment.
   * @example
   * createLinker({ ...options, walletBrowser: { url: '/link-wallet' } })
   */
  readonly walletBrowser?: WalletBrowserOptions | false
  readonly modal?: ModalOptions
  readonly world?: World
}

/** A linker that reaches wallets with Hawser's own client, over a relay. */
export type RelayLinkerOptions = SharedOptions & {
  readonly relay: RelayOptions
  /** The name, description and icons of the app, which wallets show. `url` defaults to the page's own origin. */
  readonly metadata: Omit<Metadata, 'url'> & Partial<Pick<Metadata, 'url'>>
  readonly session?: SessionOptions
  readonly connector?: undefined
}

/** A linker that reaches wallets through your own connector. */
export type ConnectorLinkerOptions = SharedOptions & {
  /**
   * Reaches wallets in place of Hawser's own client, which is then never fetched. No relay is used, and the connector manages
   * its sessions.
   */
  readonly connector: PairingConnector
  /** The reach of the connector's relay, and the project id for the registry. */
  readonly relay?: Omit<RelayOptions, 'url'> & { readonly url?: undefined }
  readonly metadata?: RelayLinkerOptions['metadata']
  readonly session?: undefined
}

/**
 * The options of a linker: `relay`, `metadata` and `chains` are required, or a `connector` in place of the relay. An option
 * that has no effect in combination with the others throws `InvalidLinkerOptionsError`.
 */
export type LinkerOptions = RelayLinkerOptions | ConnectorLinkerOptions
