import type { Metadata, Pairing, WebSocketLike } from '@hawser/sign'
import type {
  AuthenticationChallenge,
  BaseError,
  ChainId,
  LinkedWallet,
  Properties,
  ProposalNamespaces,
  Topic,
} from '@hawser/wire'
import type { SessionChange } from '../sessions/pairingHistory.ts'
import type { RequestedMethods } from './requestedMethods.ts'

/** The options of pairings over a relay, and of the protocol client behind them. */
export type WalletConnectOptions = {
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string | undefined
  readonly metadata: Metadata
  readonly chains: readonly ChainId[]
  readonly methods?: RequestedMethods | undefined
  readonly events?: readonly string[] | undefined
  readonly requiredNamespaces?: ProposalNamespaces | undefined
  /** The host user's linked accounts, as far as the page knows. They are proven again only if there are no others. */
  readonly linkedWallets?: () => readonly LinkedWallet[]
  /** Whether sessions outlive the page, stored in `localStorage`. */
  readonly keepSession: boolean
  /** Whether other records last as long as the tab: a phone can discard the page before the visitor is back. */
  readonly isPhone?: boolean
  /** Requests the text that capable wallets sign with their approval, if any. Rejects if no text arrives in time. */
  readonly challenge?: () => Promise<AuthenticationChallenge> | undefined
  /** Resolves to the host app's statement for a pairing, which is sent with the pairing's proposal. */
  readonly originStatement?: ((topic: Topic) => Promise<Properties>) | undefined
  /** Resolves once the code is drawn. The protocol client is fetched then. */
  readonly whenDrawn: () => Promise<void>
  /** Returns the pairing that is already on screen, for the next proposal. Undefined if no pairing is on screen. */
  readonly takePairing?: (() => Pairing | undefined) | undefined
  readonly now: () => number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly randomBytes?: (length: number) => Uint8Array
  readonly createWebSocket?: (url: string) => WebSocketLike
  readonly onRelay: (isConnected: boolean) => void
  /** Receives the protocol client's failures. */
  readonly onFailure: (error: BaseError) => void
  readonly onSession: (change: SessionChange) => void
}
