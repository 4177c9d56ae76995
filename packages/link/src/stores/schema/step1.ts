import type { Kysely } from 'kysely'
import type { LinkTables } from './linkTables.ts'

/** Step 1: adds challenges, and wallets without a record of their proof. */
export async function createTables(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host_user_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('wallet_name', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await database.schema
    .createIndex('link_challenges_by_host_user')
    .on('link_challenges')
    .columns(['host_user_id', 'expires_at'])
    .execute()
  await database.schema.createIndex('link_challenges_by_expiry').on('link_challenges').column('expires_at').execute()
  await database.schema
    .createTable('linked_wallets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host_user_id', 'text', (column) => column.notNull())
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('wallet_name', 'text')
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .execute()
  // One owner per address, enforced by the database and not by code (T-50).
  await database.schema
    .createIndex('linked_wallets_by_address')
    .unique()
    .on('linked_wallets')
    .columns(['namespace', 'address'])
    .execute()
  await database.schema
    .createIndex('linked_wallets_by_host_user')
    .on('linked_wallets')
    .columns(['host_user_id', 'linked_at'])
    .execute()
}
