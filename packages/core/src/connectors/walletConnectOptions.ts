import type { Metadata } from '@hawser/sign'
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

/** What pairings over a relay, and the protocol client behind them, are made with. */
export type WalletConnectOptions = {
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string | undefined
  readonly metadata: Metadata
  readonly chains: readonly ChainId[]
  readonly methods?: AskedMethods | undefined
  readonly events?: readonly string[] | undefined
  readonly requiredNamespaces?: ProposalNamespaces | undefined
  /** What the host user has linked, as far as the page knows: such accounts are not proven again where there are others. */
  readonly linkedWallets?: () => readonly LinkedWallet[]
  /** Sessions outlive the page. Otherwise nothing of them is stored. */
  readonly keepSession: boolean
  /** What is not kept lasts as long as the tab: the page may be thrown away before the visitor is back. */
  readonly isPhone?: boolean
  /** What wallets that can are to sign with their approval, if anything. It rejects where there is nothing in time. */
  readonly challenge?: () => Promise<AuthenticationChallenge> | undefined
  /** Resolves to the host app's word for a pairing, which goes with its proposal. */
  readonly originStatement?: ((topic: Topic) => Promise<Properties>) | undefined
  readonly now: () => number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly randomBytes?: (length: number) => Uint8Array
  readonly createWebSocket?: (url: string) => WebSocket
  readonly onRelay: (isConnected: boolean) => void
  /** What the protocol client tells of. */
  readonly onFailure: (error: BaseError) => void
  readonly onSession: (change: SessionChange) => void
}
