import type { DappClient, ProposedPairing, Session } from '@hawser/sign'
import type { AccountId, CacaoProof, Topic } from '@hawser/wire'

/** A settled session, and its account to prove. `proof` is set when the wallet signed with its approval. */
export type ConnectedAccount = { readonly session: Session; readonly accountId: AccountId; readonly proof?: CacaoProof }

/** Reaches wallets through pairings: a code to scan, or a link to open. */
export interface PairingConnector {
  /** Whether `propose` can make a new pairing at any time. Otherwise an expired code is not replaced. */
  readonly renews: boolean
  /** Prepares for `propose`. Undefined if `propose` can be called at once. Rejects when no pairing can be made. */
  prepare?(): Promise<void> | undefined
  /**
   * Makes a pairing at once, without a request. `published` settles when the relay has stored the proposal, or has been
   * silent for too long. `stored` waits without a limit. `approval` resolves to the session, or rejects with the
   * reason. After `cancel` the caller no longer awaits these promises.
   */
  propose(): Omit<ProposedPairing, 'stored' | 'approval' | 'cacaos'> & {
    readonly stored?: Promise<void>
    readonly approval: Promise<ConnectedAccount>
  }
  /** Continues a pairing from before a page reload. Rejects if the pairing has failed or is no longer known. */
  resume?(pairingTopic: Topic): Promise<Omit<ReturnType<PairingConnector['propose']>, 'published' | 'stored'>>
  /**
   * Asks the wallet to sign a text, unchanged. The answer has the form that the link API accepts for the account's
   * namespace: hex, base58 or base64.
   */
  signMessage(params: {
    readonly topic: Topic
    readonly accountId: AccountId
    readonly message: string
    /** The time until which the signature counts, in epoch milliseconds, if known. */
    readonly expiresAt?: number | undefined
    readonly signal: AbortSignal
  }): Promise<string>
  endSession(topic: Topic): void
  /** Resolves to the protocol client of a connector that has one. Undefined when the client's code cannot be fetched. */
  client?(): Promise<DappClient | undefined>
  /** Stops the connector for good: no work continues. */
  stop(): void
}
