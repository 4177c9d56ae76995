import type { DappClient, ProposedPairing, Session } from '@hawser/sign'
import type { AccountId, CacaoProof, Topic } from '@hawser/wire'

/** A settled session and the account in it to prove. `proof` is set when the wallet signed with its approval. */
export type Connected = { readonly session: Session; readonly accountId: AccountId; readonly proof?: CacaoProof }

/** Reaches wallets through pairings: a code to scan, or a link to open. */
export interface PairingConnector {
  /** Whether `propose` may be called at any time for a new pairing. Otherwise a code ends with its own time. */
  readonly renews: boolean
  /** Prepares for `propose`. Undefined if it may be called at once. Rejects when no pairing can be made. */
  prepare?(): Promise<void> | undefined
  /**
   * Makes a pairing at once, without a request to anybody. `published` settles when the proposal is where a wallet
   * finds it, or when the relay is silent for too long; `stored` when it arrives after all. `approval` settles with the
   * session, or rejects with the reason. After `cancel` nobody waits for either.
   */
  propose(): Omit<ProposedPairing, 'stored' | 'approval' | 'cacaos'> & {
    readonly stored?: Promise<void>
    readonly approval: Promise<Connected>
  }
  /** Continues a pairing from before a page reload. Rejects if it has failed, or is no longer known. */
  resume?(pairingTopic: Topic): Promise<Omit<ReturnType<PairingConnector['propose']>, 'published' | 'stored'>>
  /**
   * Asks the wallet to sign a text, unchanged. The answer has the form that the link API takes for the account's
   * namespace: hex, base58 or base64.
   */
  signMessage(params: {
    readonly topic: Topic
    readonly accountId: AccountId
    readonly message: string
    /** Until when the signature counts, if known. Epoch milliseconds. */
    readonly expiresAt?: number | undefined
    readonly signal: AbortSignal
  }): Promise<string>
  endSession(topic: Topic): void
  /** The protocol client behind it, if it has one. Undefined when its code cannot be fetched. */
  client?(): Promise<DappClient | undefined>
  /** Nothing may continue after this. */
  stop(): void
}
