import type { LinkStatus } from '@hawser/wire'
import type { Challenge } from './challenge.ts'
import type { Handoff } from './handoff.ts'
import type { LinkEvent } from './linkEvent.ts'
import type {
  HeldAddress,
  LinkedWalletRow,
  ProofRecord,
  ProvenWallet,
  PutWallet,
  WalletKey,
} from './linkedWalletRow.ts'

/** Everything that the store contains about a host user, for a data request. */
export type HostUserExport = {
  readonly hostUserId: string
  readonly wallets: readonly LinkedWalletRow[]
  readonly challenges: readonly Challenge[]
  readonly events: readonly LinkEvent[]
  /** Handoffs that are open or ended recently. Their secrets are stored as hashes only. */
  readonly handoffs: readonly Handoff[]
}

/**
 * How many open challenges of one purpose a host user can have. A challenge is open if it expires after `now` (epoch
 * milliseconds).
 */
export type ChallengeBounds = {
  readonly openLimit: number
  readonly now: number
  /** Whether the store refuses another challenge or drops the oldest open one to make room. */
  readonly whenFull: 'refuse' | 'drop-oldest'
  /** A host user with this many linked wallets, at least 1, gets no challenge. If undefined, the number does not matter. */
  readonly walletLimit?: number | undefined
}

/**
 * Stores challenges and linked wallets. Each method is one atomic step, also between processes, and a change to a wallet writes
 * its event in the same step. `at` is epoch milliseconds. Every implementation must pass `linkStore.conformance.ts`.
 */
export interface LinkStore {
  /**
   * Stores a challenge within the bounds of its host user and purpose. If it is refused, nothing is stored, and the answer
   * names the exceeded bound: the wallets, or the challenges with the time when the first open one expires (epoch
   * milliseconds).
   */
  putChallenge(
    challenge: Challenge,
    bounds: ChallengeBounds,
  ): Promise<
    | { readonly kept: true }
    | { readonly kept: false; readonly full: 'wallets' }
    | { readonly kept: false; readonly full: 'challenges'; readonly firstExpiresAt: number }
  >
  /** Takes out a challenge of this host user and purpose, expired or not. Of any number of concurrent calls, one gets it. */
  consumeChallenge<P extends Challenge['purpose']>(key: {
    readonly id: string
    readonly hostUserId: string
    readonly purpose: P
  }): Promise<Extract<Challenge, { purpose: P }> | undefined>
  /**
   * Takes a token as `takeTokens` does, and then the challenge as `consumeChallenge` does: one message to a database on another
   * machine instead of two. If no token is left, the challenge stays. If the challenge does not exist, the token is still
   * taken.
   */
  consumeWithToken<P extends Challenge['purpose']>(request: {
    readonly id: string
    readonly hostUserId: string
    readonly purpose: P
    readonly token: Parameters<LinkStore['takeTokens']>[0]
  }): Promise<
    Awaited<ReturnType<LinkStore['takeTokens']>> & {
      readonly challenge: Extract<Challenge, { purpose: P }> | undefined
    }
  >
  /**
   * Drops the challenges and handoffs that expired before this time (epoch milliseconds), and token buckets that were full
   * before it. Many full buckets take several calls to drop.
   */
  purgeChallenges(expiredBefore: number): Promise<void>
  /**
   * Writes the row and makes it active. If the same host user already has a row for the namespace and address, it refreshes
   * that row's account id, name, time and proof; id, label and primary stay. A key holds its address on every chain, a contract
   * on its own. It writes nothing and resolves to undefined in two cases: another host user holds the same address by an active
   * link, or has a key's link while a contract is proven. Other conflicting links are released, and the histories of their host
   * users record this. These are other host users' links that are not active and, if a key is proven, all links of contracts at
   * its address.
   */
  putLinkedWallet(wallet: ProvenWallet): Promise<PutWallet | undefined>
  /** The wallet by which any host user holds exactly this address. Undefined if no host user does. */
  heldWallet(held: Omit<HeldAddress, 'hostUserId'>): Promise<LinkedWalletRow | undefined>
  /** The host user's wallets, the oldest link first. */
  linkedWallets(hostUserId: string): Promise<readonly LinkedWalletRow[]>
  /**
   * Unlinks a wallet and resolves to its last row; undefined if this host user does not have it. If it was primary, the oldest
   * remaining wallet becomes primary. With `only`, an active wallet is kept and the answer is `kept`: always (`inactive`), or
   * if no other active one would be left (`not-last`).
   */
  removeLinkedWallet(
    key: WalletKey & { readonly at: number; readonly only?: 'inactive' | 'not-last' | undefined },
  ): Promise<LinkedWalletRow | 'kept' | undefined>
  /**
   * Releases the rows of this address that other host users hold, and resolves to those rows. For a contract (its chain
   * precedes the address), these are the rows that rest on this contract, and none that rest on a key.
   */
  releaseAddress(request: HeldAddress & { readonly at: number }): Promise<readonly LinkedWalletRow[]>
  /** Resolves to undefined if this host user has no such wallet, as the next three methods do. */
  renameLinkedWallet(
    change: WalletKey & { readonly label: string | undefined; readonly at: number },
  ): Promise<LinkedWalletRow | undefined>
  setPrimaryWallet(change: WalletKey & { readonly at: number }): Promise<LinkedWalletRow | undefined>
  /** Records that the wallet was used, with this event or none. A time earlier than the recorded one does not replace it. */
  useLinkedWallet(
    use: WalletKey & { readonly at: number; readonly event?: 'signed-in' | undefined },
  ): Promise<LinkedWalletRow | undefined>
  /** With `challengeId`, changes the status only if the link still rests on the answer to that challenge. */
  setWalletStatus(
    change: WalletKey & {
      readonly status: Exclude<LinkStatus, 'active'>
      readonly at: number
      readonly challengeId?: string | undefined
    },
  ): Promise<LinkedWalletRow | undefined>
  /**
   * Returns the host user's events before this number, or all of them: the latest first, at most `limit`. The latest 1,000 are
   * kept.
   */
  history(
    hostUserId: string,
    page: { readonly before: number | undefined; readonly limit: number },
  ): Promise<readonly LinkEvent[]>
  /**
   * Marks every wallet, or those proven by these methods, `re-prove`, and resolves to the number of newly marked ones. Each
   * host user's wallets are one atomic step: after an interruption, call it again.
   */
  reproveAll(request: {
    readonly at: number
    readonly methods?: readonly ProofRecord['method'][] | undefined
  }): Promise<number>
  /** Stores a handoff and replaces the one that its host user started in this session before. */
  putHandoff(handoff: Handoff): Promise<void>
  handoff(id: string): Promise<Handoff | undefined>
  /** Writes a handoff over its previous version. Of any number of concurrent calls, one succeeds. */
  changeHandoff(handoff: Handoff): Promise<boolean>
  /**
   * Links the wallet, as `putLinkedWallet` does, and writes the handoff that `linked` returns: both or neither. The wallet's
   * event says that it came by a handoff. `taken`: another host user holds the wallet; `changed`: the handoff is no longer of
   * this version. In both cases nothing is written.
   */
  finishHandoff(request: {
    readonly handoff: Handoff
    readonly wallet: ProvenWallet
    readonly linked: (put: PutWallet) => Handoff
  }): Promise<PutWallet | 'taken' | 'changed'>
  /**
   * Returns everything stored about a host user, as of one moment. Token buckets are not part of it: they contain only keyed
   * hashes.
   */
  exportHostUser(hostUserId: string): Promise<HostUserExport>
  /** Deletes everything stored about a host user, including the history, and resolves to the numbers of deleted records. */
  eraseHostUser(
    hostUserId: string,
  ): Promise<{ readonly wallets: number; readonly challenges: number; readonly events: number }>
  /**
   * Takes one token out of the bucket of this key. A bucket has at most `burst` tokens and gains one every `perMs`
   * milliseconds. All processes that share the database share the bucket. `key` is stored: pass a keyed hash, never an address.
   */
  takeTokens(request: {
    readonly key: string
    readonly perMs: number
    readonly burst: number
    readonly now: number
  }): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number }>
  /** Closes the store's connections and files. */
  stop(): Promise<void>
}
