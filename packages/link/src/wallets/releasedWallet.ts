import type { AccountId } from '@hawser/wire'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'

/** A wallet that a host user had until somebody else proved to own it. Who that was is nobody's to know. */
export type ReleasedWallet = {
  /** Who had it. */
  readonly hostUserId: string
  readonly accountId: AccountId
  /** What the wallet calls itself. */
  readonly walletName: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** A row that was released, as the host app is told of it: nothing of it that came from anybody else. */
export function formatReleasedWallet(row: LinkedWalletRow, at: number): ReleasedWallet {
  const { hostUserId, accountId, walletName } = row
  return { hostUserId, accountId, walletName, at }
}
