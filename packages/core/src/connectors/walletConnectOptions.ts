import type { Metadata, Pairing } from '@hawser/sign'
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
import type { AskedMethods } from './askedMethods.ts'

/** The options of pairings over a relay, and of the protocol client behind them. */
export type WalletConnectOptions = {
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string | undefined
  readonly metadata: Metadata
  readonly chains: readonly ChainId[]
  readonly methods?: AskedMethods | undefined
  readonly events?: readonly string[] | undefined
  readonly requiredNamespaces?: ProposalNamespaces | undefined
  /** The host user's linked accounts, as far as the page knows: these are not proven again if there are others. */
  readonly linkedWallets?: () => readonly LinkedWallet[]
  /** Sessions outlive the page. Otherwise none of them is stored. */
  readonly keepSession: boolean
  /** Other records last as long as the tab: the page may be discarded before the visitor is back. */
  readonly isPhone?: boolean
  /** The text that capable wallets sign with their approval, if any. It rejects if none arrives in time. */
  readonly challenge?: () => Promise<AuthenticationChallenge> | undefined
  /** Resolves to the host app's statement for a pairing, which goes with its proposal. */
  readonly originStatement?: ((topic: Topic) => Promise<Properties>) | undefined
  /** Resolves once the code is drawn: the protocol client is fetched then. */
  readonly whenDrawn: () => Promise<void>
  /** The pairing that is on screen already, for the next proposal. Undefined where the screen has no pairing. */
  readonly takePairing?: (() => Pairing | undefined) | undefined
  readonly now: () => number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly randomBytes?: (length: number) => Uint8Array
  readonly createWebSocket?: (url: string) => WebSocket
  readonly onRelay: (isConnected: boolean) => void
  /** Receives the protocol client's reports. */
  readonly onFailure: (error: BaseError) => void
  readonly onSession: (change: SessionChange) => void
}
