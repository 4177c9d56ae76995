import { type Kysely, sql } from 'kysely'
import type { LinkTables } from './linkTables.ts'
import { lockCount } from './linkTables.ts'

/**
 * Step 2: adds the proof, label, primary flag, last use and status of a wallet, and the history, token buckets and locks.
 * Wallets of version 1 were all proven by EIP-191 signatures on the chain of their account id. Their challenges were not
 * recorded, so they have `before-2`. The first linked wallet of a host user becomes primary. Their history starts with the next
 * event.
 */
export async function addProofs(database: Kysely<LinkTables>): Promise<void> {
  // The table is rewritten: SQLite adds a NOT NULL column only with a default, and a proof has no default.
  await database.schema.dropIndex('linked_wallets_by_address').execute()
  await database.schema.dropIndex('linked_wallets_by_host_user').execute()
  await sql`alter table linked_wallets rename to linked_wallets_1`.execute(database)
  await createWallets(database)
  await sql`
    insert into linked_wallets (id, host_user_id, namespace, address, bare_address, account_id, wallet_name, label, is_primary,
      linked_at, last_used_at, proof_method, proof_chain_id, proof_block, proof_hash, proof_signature, challenge_id, status)
    select id, host_user_id, namespace, address, address, account_id, wallet_name, null,
      case when row_number() over (partition by host_user_id order by linked_at, id) = 1 then 1 else 0 end,
      linked_at, null, 'eip191', substr(account_id, 1, length(account_id) - length(address) - 1), null, null, null, 'before-2', 'active'
    from linked_wallets_1`.execute(database)
  await sql`drop table linked_wallets_1`.execute(database)
  await createEvents(database)
  await database.schema
    .createTable('link_buckets')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('full_at', 'bigint', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('link_buckets_by_full_at').on('link_buckets').column('full_at').execute()
  await database.schema
    .createTable('link_locks')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('turns', 'bigint', (column) => column.notNull())
    .execute()
  const locks = Array.from({ length: lockCount }, (_, id) => ({ id, turns: 0 }))
  await database.insertInto('link_locks').values(locks).execute()
}

async function createWallets(database: Kysely<LinkTables>): Promise<void> {
  await database.schema
    .createTable('linked_wallets')
    .addColumn('id', 'text', (column) => column.primaryKey())
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
    .execute()
  // One owner per address, enforced by the database and not by code (T-50).
  await database.schema
    .createIndex('linked_wallets_by_address')
    .unique()
    .on('linked_wallets')
    .columns(['namespace', 'address'])
    .execute()
  await database.schema
    .createIndex('linked_wallets_by_bare_address')
    .on('linked_wallets')
    .columns(['namespace', 'bare_address'])
    .execute()
  await database.schema
    .createIndex('linked_wallets_by_host_user')
    .on('linked_wallets')
    .columns(['host_user_id', 'linked_at'])
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
    .addPrimaryKeyConstraint('link_events_by_host_user', ['host_user_id', 'number'])
    .execute()
}
