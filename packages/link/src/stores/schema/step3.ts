import type { Kysely } from 'kysely'
import type { LinkTables } from './linkTables.ts'

/** Step 3: adds the receipt of a link's proof. Wallets linked before have none, because their challenges expired long ago. */
export async function addReceipts(database: Kysely<LinkTables>): Promise<void> {
  await database.schema.alterTable('linked_wallets').addColumn('receipt', 'text').execute()
}
