import type { AccountId } from '@hawser/wire'

/** An event of a host user's wallet. */
export type LinkEvent = {
  /** Counts up from 1 for each host user. */
  readonly number: number
  readonly type:
    | 'linked'
    | 'refreshed'
    | 'renamed'
    | 'made-primary'
    | 'unlinked'
    /** Not caused by the host user: someone else proved the wallet, or signed to take it from others. */
    | 'released'
    | 'became-stale'
    | 'must-re-prove'
    | 'signed-in'
  /** Epoch milliseconds. */
  readonly at: number
  readonly accountId: AccountId
  readonly walletName: string | undefined
  /** `handoff`: linked from another screen than the wallet's. Absent otherwise. */
  readonly via?: 'handoff'
}
