import type { Kysely } from 'kysely'
import type { LinkTables } from './linkTables.ts'

/** Step 5: adds handoffs, one for each session, and to events the way by which a wallet was linked. */
export async function addHandoffs(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_handoffs')
    .addColumn('host_user_id', 'text', (column) => column.notNull())
    .addColumn('session_key', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('link_handoffs_pkey', ['host_user_id', 'session_key'])
    .execute()
  await database.schema.createIndex('link_handoffs_by_id').unique().on('link_handoffs').column('id').execute()
  await database.schema.createIndex('link_handoffs_by_expiry').on('link_handoffs').column('expires_at').execute()
  await database.schema.alterTable('link_events').addColumn('via', 'text').execute()
}
