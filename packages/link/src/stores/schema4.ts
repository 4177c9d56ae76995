import { type Kysely, sql } from 'kysely'
import { isPostgres } from './isPostgres.ts'
import type { LinkTables } from './schema.ts'

/**
 * Step 4: fewer pages are written for each link. What is of one host user is found by its key alone, and on SQLite most of it lies
 * within that key (WITHOUT ROWID). Who holds an address is found by one index in place of two; buckets have none beside their key.
 */
export async function gatherRows(database: Kysely<LinkTables>): Promise<void> {
  for (const index of replacedIndexes) await database.schema.dropIndex(index).execute()
  await renew(database, 'linked_wallets', createWallets)
  await renew(database, 'link_events', createEvents)
  await renew(database, 'link_challenges', createChallenges)
  await renew(database, 'link_buckets', createBuckets)
}

const replacedIndexes = [
  'link_challenges_by_host_user',
  'link_challenges_by_expiry',
  'linked_wallets_by_address',
  'linked_wallets_by_bare_address',
  'linked_wallets_by_host_user',
  'linked_wallets_primary',
  'link_buckets_by_full_at',
] as const

/** Written anew: SQLite gives no table another key. */
async function renew(
  database: Kysely<LinkTables>,
  table: 'linked_wallets' | 'link_events' | 'link_challenges' | 'link_buckets',
  create: (database: Kysely<LinkTables>) => Promise<void>,
): Promise<void> {
  const before = sql.table(`${table}_3`)
  await sql`alter table ${sql.table(table)} rename to ${before}`.execute(database)
  await create(database)
  const columns = sql.join(columnsOf[table].map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${before}`.execute(database)
  await sql`drop table ${before}`.execute(database)
}

const columnsOf = {
  linked_wallets: [
    ...['id', 'host_user_id', 'namespace', 'address', 'bare_address', 'account_id', 'wallet_name', 'label'],
    ...['is_primary', 'linked_at', 'last_used_at', 'proof_method', 'proof_chain_id', 'proof_block', 'proof_hash'],
    ...['proof_signature', 'challenge_id', 'status', 'receipt'],
  ],
  link_events: ['host_user_id', 'number', 'type', 'at', 'account_id', 'wallet_name'],
  link_challenges: ['id', 'host_user_id', 'purpose', 'account_id', 'wallet_name', 'message', 'expires_at'],
  link_buckets: ['key', 'full_at'],
} as const

const withinKey = (database: Kysely<LinkTables>) => (isPostgres(database) ? sql`` : sql`without rowid`)

/** Not within its key: SQLite 3.45 reads a cursor it has not opened, and ends the process, where such a table is updated by a partial index. */
async function createWallets(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('linked_wallets')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('host_user_id', 'text', (column) => column.notNull())
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('bare_address', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('wallet_name', 'text')
    .addColumn('label', 'text')
    .addColumn('is_primary', 'integer', (column) => column.notNull().check(sql`is_primary in (0, 1)`))
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('proof_method', 'text', (column) =>
      column.notNull().check(sql`proof_method in ('eip191', 'eip1271', 'eip6492', 'ed25519', 'bip322')`),
    )
    .addColumn('proof_chain_id', 'text', (column) => column.notNull().check(sql`proof_chain_id <> ''`))
    .addColumn('proof_block', 'text')
    .addColumn('proof_hash', 'text')
    .addColumn('proof_signature', 'text')
    .addColumn('challenge_id', 'text', (column) => column.notNull().check(sql`challenge_id <> ''`))
    .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('active', 'stale', 're-prove')`))
    .addColumn('receipt', 'text')
    .addPrimaryKeyConstraint('linked_wallets_key', ['host_user_id', 'id'])
    .execute()
  // One owner per address, kept by the database and not by code (T-50): of one address there is one bare address.
  await database.schema
    .createIndex('linked_wallets_by_address')
    .unique()
    .on('linked_wallets')
    .columns(['namespace', 'bare_address', 'address'])
    .execute()
  await database.schema
    .createIndex('linked_wallets_primary')
    .unique()
    .on('linked_wallets')
    .column('host_user_id')
    .where(sql<boolean>`is_primary = 1`)
    .execute()
}

async function createEvents(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_events')
    .addColumn('host_user_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('wallet_name', 'text')
    .addPrimaryKeyConstraint('link_events_key', ['host_user_id', 'number'])
    .modifyEnd(withinKey(database))
    .execute()
}

async function createChallenges(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_challenges')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('host_user_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('wallet_name', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('link_challenges_key', ['host_user_id', 'id'])
    .modifyEnd(withinKey(database))
    .execute()
  await database.schema.createIndex('link_challenges_by_expiry').on('link_challenges').column('expires_at').execute()
}

async function createBuckets(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('link_buckets')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('full_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('link_buckets_key', ['key'])
    .modifyEnd(withinKey(database))
    .execute()
}
