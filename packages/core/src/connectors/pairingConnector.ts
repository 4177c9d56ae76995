import type { DappClient, ProposedPairing, Session } from '@hawser/sign'
import type { AccountId, CacaoProof, Topic } from '@hawser/wire'

/** A settled session and the account in it that is to be proven. `proof` is there when the wallet signed with its approval. */
export type Connected = { readonly session: Session; readonly accountId: AccountId; readonly proof?: CacaoProof }

/** Reaches wallets through pairings: a code to scan, or a link to open. */
export interface PairingConnector {
  /** Whether `propose` may be called at any time for a fresh pairing. Otherwise a code ends with its own time. */
  readonly renews: boolean
  /**
   * Makes ready for `propose`. Undefined where it may be called at once. Rejects when no pairing can be made.
   */
  prepare?(): Promise<void> | undefined
  /**
   * Makes a pairing at once, before anybody is asked. `published` settles when the proposal is where a wallet finds it, or
   * the relay is silent for too long; `stored` when it is there after all. `approval` settles with the session, or rejects with the reason why there is none. After `cancel` nobody waits for either.
   */
  propose(): Omit<ProposedPairing, 'stored' | 'approval' | 'cacaos'> & {
    readonly stored?: Promise<void>
    readonly approval: Promise<Connected>
  }
  /**
   * Goes on with a pairing of before the page was loaded anew. Rejects where it has come to nothing, or is not known any more.
   */
  resume?(pairingTopic: Topic): Promise<Omit<ReturnType<PairingConnector['propose']>, 'published' | 'stored'>>
  /** Has the wallet sign a text as it stands. The answer is what the link API takes of the account's namespace: hex, base58 or base64. */
  signMessage(params: {
    readonly topic: Topic
    readonly accountId: AccountId
    readonly message: string
    /** Until when the signature counts, where that is known. Epoch milliseconds. */
    readonly expiresAt?: number | undefined
    readonly signal: AbortSignal
  }): Promise<string>
  endSession(topic: Topic): void
  /** The protocol client behind it, where it has one. Undefined when its code cannot be fetched. */
  client?(): Promise<DappClient | undefined>
  /** Nothing is to go on afterwards. */
  stop(): void
}
