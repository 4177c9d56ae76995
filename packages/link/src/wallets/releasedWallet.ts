import type { AccountId } from '@hawser/wire'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'

/** A wallet that a host user had until someone else proved to own it. The new owner is not named. */
export type ReleasedWallet = {
  /** The former host user. */
  readonly hostUserId: string
  readonly accountId: AccountId
  /** The wallet's own name. */
  readonly walletName: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** A released row for the host app, without data from anyone else. */
export function formatReleasedWallet(row: LinkedWalletRow, at: number): ReleasedWallet {
  const { hostUserId, accountId, walletName } = row
  return { hostUserId, accountId, walletName, at }
}
