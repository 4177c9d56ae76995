import type { AccountId, LinkedWallet } from '@hawser/wire'
import type { Challenge } from './challenge.ts'

/** A linked wallet as it is kept: `address` is the canonical form that one owner holds, whatever the chain. */
export type LinkedWalletRow = {
  readonly id: string
  readonly hostUserId: string
  readonly namespace: string
  readonly address: string
  readonly accountId: AccountId
  readonly walletName: string | undefined
  /** Epoch milliseconds. */
  readonly linkedAt: number
}

/** How many open challenges (those that expire after `now`, epoch milliseconds) a host user may have of one purpose. */
export type ChallengeBounds = {
  readonly openLimit: number
  readonly now: number
  /** What becomes of one more: it is refused, or the oldest open one makes room for it. */
  readonly whenFull: 'refuse' | 'drop-oldest'
}

/**
 * Where challenges and linked wallets are kept. Each method is one atomic step, also between processes.
 * `linkStore.conformance.ts` holds what every implementation must pass.
 */
export interface LinkStore {
  /**
   * Keeps a challenge within the bounds of its host user and purpose. Where it is refused nothing is kept, and the answer
   * says when the first open one expires (epoch milliseconds).
   */
  putChallenge(
    challenge: Challenge,
    bounds: ChallengeBounds,
  ): Promise<{ readonly kept: true } | { readonly kept: false; readonly firstExpiresAt: number }>
  /** Takes a challenge of this host user and purpose out, expired or not: of any number of calls at once, one gets it. */
  consumeChallenge<P extends Challenge['purpose']>(key: {
    readonly id: string
    readonly hostUserId: string
    readonly purpose: P
  }): Promise<Extract<Challenge, { purpose: P }> | undefined>
  /** Drops what expired before this time (epoch milliseconds). */
  purgeChallenges(expiredBefore: number): Promise<void>
  /**
   * Writes the row, or refreshes account id, name and time of the row which the same host user has for the same namespace
   * and address (its id stays). Undefined, and nothing written, when another host user holds them.
   */
  putLinkedWallet(row: LinkedWalletRow): Promise<LinkedWallet | undefined>
  /** The host user's wallets, the oldest link first. */
  linkedWallets(hostUserId: string): Promise<readonly LinkedWallet[]>
  /** Whether there was such a wallet of this host user. */
  removeLinkedWallet(key: { readonly id: string; readonly hostUserId: string }): Promise<boolean>
  /** Closes what the store holds. */
  stop(): Promise<void>
}
