import { type Kysely, sql } from 'kysely'
import { LinkStoreNewerError } from '../errors.ts'

/** The tables of the link store. Times are epoch milliseconds. */
export type LinkTables = {
  link_schema: { id: number; version: number }
  link_challenges: {
    id: string
    host_user_id: string
    purpose: string
    account_id: string
    wallet_name: string | null
    message: string
    expires_at: number
  }
  linked_wallets: {
    id: string
    host_user_id: string
    namespace: string
    address: string
    account_id: string
    wallet_name: string | null
    linked_at: number
  }
}

/** Step n brings the tables from version n to n + 1. A step that was released is never changed. */
const steps: readonly ((database: Kysely<LinkTables>) => Promise<void>)[] = [createTables]

/** The version of the tables this package reads and writes. */
export const schemaVersion = steps.length

/**
 * Creates the tables, or brings those of an older version up to this one.
 * @throws LinkStoreNewerError - when a newer version wrote them: an older one could drop what it does not know
 */
export async function migrate(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_schema')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await database
    .insertInto('link_schema')
    .values({ id: 1, version: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  if ((await readVersion(database)) === schemaVersion) return
  await database.transaction().execute(async (transaction) => {
    // A write first: it takes the lock, so that of two processes starting at once the second sees the first one's tables.
    await transaction.updateTable('link_schema').set({ version: sql`version` }).execute()
    const version = await readVersion(transaction)
    for (const step of steps.slice(version)) await step(transaction)
    await transaction.updateTable('link_schema').set({ version: schemaVersion }).execute()
  })
}

async function readVersion(database: Kysely<LinkTables>): Promise<number> {
  const { version } = await database.selectFrom('link_schema').select('version').executeTakeFirstOrThrow()
  if (version > schemaVersion) {
    throw new LinkStoreNewerError(
      `The link store has schema version ${version}, this version of @hawser/link knows ${schemaVersion}. Run the newer version again.`,
    )
  }
  return version
}

async function createTables(database: Kysely<LinkTables>): Promise<void> {
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
  // One owner per address, kept by the database and not by code (T-50).
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
