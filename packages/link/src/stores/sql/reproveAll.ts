import type { Kysely, Transaction } from 'kysely'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { putEvent } from './events.ts'
import { lockHostUser } from './locks.ts'
import type { Write } from './writes.ts'

/** Marks wallets for a new proof, one host user at a time: a long lock would keep all others from linking. */
export async function reproveAll(
  { database, durably }: { readonly database: Kysely<LinkTables>; readonly durably: Write },
  { at, methods }: Parameters<LinkStore['reproveAll']>[0],
): Promise<number> {
  const marked = (of: Kysely<LinkTables>) => {
    const others = of.selectFrom('linked_wallets').where('status', '!=', 're-prove')
    return methods === undefined ? others : others.where('proof_method', 'in', [...methods])
  }
  let count = 0
  for (const { host_user_id: hostUserId } of await marked(database).select('host_user_id').distinct().execute()) {
    const mark = async (transaction: Transaction<LinkTables>) => {
      const rows = await marked(transaction).selectAll().where('host_user_id', '=', hostUserId).execute()
      for (const row of rows) {
        await transaction.updateTable('linked_wallets').set({ status: 're-prove' }).where('id', '=', row.id).execute()
        await putEvent(transaction, { type: 'must-re-prove', at }, row)
      }
      return rows.length
    }
    count += await durably((connection) => lockHostUser(connection, hostUserId, mark))
  }
  return count
}
