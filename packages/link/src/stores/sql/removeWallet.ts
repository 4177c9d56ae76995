import type { Transaction } from 'kysely'
import type { LinkEvent } from '../../records/linkEvent.ts'
import type { LinkedWalletRow, WalletKey } from '../../records/linkedWalletRow.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { putEvent } from './events.ts'
import { readWallet, type WalletRow, walletRows } from './walletRow.ts'

/** Unlinks a wallet, if `only` allows it. Call it within a turn of the host user. */
export async function removeWallet(
  transaction: Transaction<LinkTables>,
  { id, hostUserId, at, only }: Parameters<LinkStore['removeLinkedWallet']>[0],
): Promise<LinkedWalletRow | 'kept' | undefined> {
  const row = await walletRows(transaction, hostUserId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  if (row.status === 'active') {
    if (only === 'inactive') return 'kept'
    if (only === 'not-last' && !(await hasOtherActive(transaction, { id, hostUserId }))) return 'kept'
  }
  await removeRow(transaction, row, { type: 'unlinked', at })
  return readWallet(row)
}

async function hasOtherActive(transaction: Transaction<LinkTables>, { id, hostUserId }: WalletKey): Promise<boolean> {
  const others = walletRows(transaction, hostUserId).where('id', '<>', id).where('status', '=', 'active')
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

/** Removes a row. If it was primary, the oldest remaining wallet becomes primary. Call it within a turn of its host user. */
export async function removeRow(
  transaction: Transaction<LinkTables>,
  { id, host_user_id }: Pick<WalletRow, 'id' | 'host_user_id'>,
  event: { readonly type: Extract<LinkEvent['type'], 'unlinked' | 'released'>; readonly at: number },
): Promise<void> {
  const removed = await transaction
    .deleteFrom('linked_wallets')
    .where('id', '=', id)
    .where('host_user_id', '=', host_user_id)
    .returningAll()
    .executeTakeFirst()
  if (removed === undefined) return
  await putEvent(transaction, event, removed)
  const oldest =
    removed.is_primary === 1 ? await walletRows(transaction, host_user_id).limit(1).executeTakeFirst() : undefined
  if (oldest === undefined) return
  await transaction.updateTable('linked_wallets').set({ is_primary: 1 }).where('id', '=', oldest.id).execute()
  await putEvent(transaction, { type: 'made-primary', at: event.at }, oldest)
}
