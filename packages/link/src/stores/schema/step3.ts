import type { Kysely } from 'kysely'
import type { LinkTables } from './linkTables.ts'

/** Step 3: the receipt of a link's proof. Wallets linked before have none: their answers are long over. */
export async function addReceipts(database: Kysely<LinkTables>): Promise<void> {
  await database.schema.alterTable('linked_wallets').addColumn('receipt', 'text').execute()
}
