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

/** Everything the store holds of a host user, for a data request. */
export type HostUserExport = {
  readonly hostUserId: string
  readonly wallets: readonly LinkedWalletRow[]
  readonly challenges: readonly Challenge[]
  readonly events: readonly LinkEvent[]
  /** Those not over for long. Of secrets they hold hashes. */
  readonly handoffs: readonly Handoff[]
}

/** How many open challenges (those that expire after `now`, epoch milliseconds) a host user may have of one purpose. */
export type ChallengeBounds = {
  readonly openLimit: number
  readonly now: number
  /** Whether one more is refused, or the oldest open one makes room for it. */
  readonly whenFull: 'refuse' | 'drop-oldest'
  /** A host user with so many linked wallets, 1 or more, gets no challenge. Without it any number of them is fine. */
  readonly walletLimit?: number | undefined
}

/**
 * Where challenges and linked wallets are kept. Each method is one atomic step, also between processes, and what changes a
 * wallet writes its event in the same step. `at` is epoch milliseconds. `linkStore.conformance.ts` holds what every
 * implementation must pass.
 */
export interface LinkStore {
  /**
   * Keeps a challenge within the bounds of its host user and purpose. Where it is refused nothing is kept, and the answer
   * says which bound refused it: the wallets, or the challenges, of which the first open one expires then (epoch milliseconds).
   */
  putChallenge(
    challenge: Challenge,
    bounds: ChallengeBounds,
  ): Promise<
    | { readonly kept: true }
    | { readonly kept: false; readonly full: 'wallets' }
    | { readonly kept: false; readonly full: 'challenges'; readonly firstExpiresAt: number }
  >
  /** Takes a challenge of this host user and purpose out, expired or not: of any number of calls at once, one gets it. */
  consumeChallenge<P extends Challenge['purpose']>(key: {
    readonly id: string
    readonly hostUserId: string
    readonly purpose: P
  }): Promise<Extract<Challenge, { purpose: P }> | undefined>
  /**
   * Takes a token as `takeTokens` does, and then the challenge as `consumeChallenge` does: one message to a database on another
   * machine, and not two. If there is no token the challenge stays. If there is no challenge the token is still taken.
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
   * Drops the challenges and handoffs that expired before this time (epoch milliseconds), and token buckets that were full before
   * it. If there are many full buckets, it takes several calls to drop all of them.
   */
  purgeChallenges(expiredBefore: number): Promise<void>
  /**
   * Writes the row and makes it active. If the same host user already has a row for the namespace and address, it refreshes that
   * row's account id, name, time and proof; id, label and primary stay. A key holds its address on every chain, a contract on its
   * own. It writes nothing and resolves to undefined in two cases: another host user holds the same address by an active link,
   * or has a key's link while a contract is proven. Other conflicting links give way: they are released, and the histories of
   * their host users say so. These are other host users' links that are not active and, if a key is proven, all links of
   * contracts at its address.
   */
  putLinkedWallet(wallet: ProvenWallet): Promise<PutWallet | undefined>
  /** The wallet by which any host user holds exactly this address. Undefined when nobody does. */
  heldWallet(held: Omit<HeldAddress, 'hostUserId'>): Promise<LinkedWalletRow | undefined>
  /** The host user's wallets, the oldest link first. */
  linkedWallets(hostUserId: string): Promise<readonly LinkedWalletRow[]>
  /**
   * Unlinks a wallet, and resolves to its former row; undefined if this host user does not have it. The oldest one left becomes
   * primary in its place. With `only`, an active wallet is kept and the answer is `kept`: always (`inactive`), or if no other
   * active one would be left (`not-last`).
   */
  removeLinkedWallet(
    key: WalletKey & { readonly at: number; readonly only?: 'inactive' | 'not-last' | undefined },
  ): Promise<LinkedWalletRow | 'kept' | undefined>
  /**
   * Releases what of this address other host users hold; resolves to what that was. Of a contract (its chain before the address)
   * that is what rests on this contract, and nothing that rests on a key.
   */
  releaseAddress(request: HeldAddress & { readonly at: number }): Promise<readonly LinkedWalletRow[]>
  /** Undefined when there is no such wallet of this host user; the same goes for the next three. */
  renameLinkedWallet(
    change: WalletKey & { readonly label: string | undefined; readonly at: number },
  ): Promise<LinkedWalletRow | undefined>
  setPrimaryWallet(change: WalletKey & { readonly at: number }): Promise<LinkedWalletRow | undefined>
  /** Notes that the wallet was used, with this event or none; a time earlier than the noted one changes nothing of that. */
  useLinkedWallet(
    use: WalletKey & { readonly at: number; readonly event?: 'signed-in' | undefined },
  ): Promise<LinkedWalletRow | undefined>
  /** With `challengeId` only where the link still rests on the answer to that challenge. */
  setWalletStatus(
    change: WalletKey & {
      readonly status: Exclude<LinkStatus, 'active'>
      readonly at: number
      readonly challengeId?: string | undefined
    },
  ): Promise<LinkedWalletRow | undefined>
  /** The host user's events before the one of this number, or all of them: the latest first, so many at most. The latest 1,000 are kept. */
  history(
    hostUserId: string,
    page: { readonly before: number | undefined; readonly limit: number },
  ): Promise<readonly LinkEvent[]>
  /**
   * Marks every wallet, or those proven by these methods, `re-prove`; resolves to how many were not before. Each host user's
   * wallets are one atomic step: after an interruption, call it again.
   */
  reproveAll(request: {
    readonly at: number
    readonly methods?: readonly ProofRecord['method'][] | undefined
  }): Promise<number>
  /** Keeps a handoff in the place of the one that its host user has started in this session. */
  putHandoff(handoff: Handoff): Promise<void>
  handoff(id: string): Promise<Handoff | undefined>
  /** Writes a handoff over the version before it: of any number of calls at once, one does. */
  changeHandoff(handoff: Handoff): Promise<boolean>
  /**
   * Links the wallet, as `putLinkedWallet` does, and writes what `linked` makes of the handoff: both or neither. Its event says that
   * it came by a handoff. `taken`: another host user holds the wallet; `changed`: the handoff is no longer of this version. Nothing
   * is written then.
   */
  finishHandoff(request: {
    readonly handoff: Handoff
    readonly wallet: ProvenWallet
    readonly linked: (put: PutWallet) => Handoff
  }): Promise<PutWallet | 'taken' | 'changed'>
  /** Everything kept of a host user, as of one moment. Buckets are not of it: they know keyed hashes only. */
  exportHostUser(hostUserId: string): Promise<HostUserExport>
  /** Deletes everything kept of a host user, the history too; resolves to what there was. */
  eraseHostUser(
    hostUserId: string,
  ): Promise<{ readonly wallets: number; readonly challenges: number; readonly events: number }>
  /**
   * Takes one token out of the bucket of this key: it holds `burst`, and gains one every `perMs` milliseconds. One bucket for
   * all processes that share the database. `key` is kept: a keyed hash, never an address.
   */
  takeTokens(request: {
    readonly key: string
    readonly perMs: number
    readonly burst: number
    readonly now: number
  }): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number }>
  /** Closes what the store holds. */
  stop(): Promise<void>
}
