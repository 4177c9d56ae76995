import { type Kysely, sql } from 'kysely'
import { isPostgres } from './isPostgres.ts'
import type { LinkTables } from './linkTables.ts'

/**
 * Step 4: reduces the pages written for each challenge and each token. A challenge is found by its host user and id, a bucket
 * by its key. On SQLite their rows are stored within those keys (WITHOUT ROWID). Wallets and history, which are long-lived, do
 * not change, nor does anything that a host app may have tied to them.
 */
export async function gatherShortLived(database: Kysely<LinkTables>): Promise<void> {
  await (isPostgres(database) ? changeInPlace(database) : renewTables(database))
}

/** Changes the tables in place, so that the rights of roles on them stay. */
async function changeInPlace(database: Kysely<LinkTables>): Promise<void> {
  for (const index of ['link_challenges_by_host_user', 'link_buckets_by_full_at'])
    await database.schema.dropIndex(index).ifExists().execute()
  await database.schema.alterTable('link_challenges').dropConstraint('link_challenges_pkey').execute()
  await database.schema
    .alterTable('link_challenges')
    .addPrimaryKeyConstraint('link_challenges_pkey', ['host_user_id', 'id'])
    .execute()
}

/**
 * Recreates the tables, because SQLite cannot change a primary key. The order is the one that SQLite advises: the new table
 * gets its final name last.
 */
async function renewTables(database: Kysely<LinkTables>): Promise<void> {
  // A row of more than about 1,000 bytes takes its own page.
  await sql`create table link_challenges_4 (id text not null, host_user_id text not null, purpose text not null,
    account_id text not null, wallet_name text, message text not null, expires_at bigint not null,
    primary key (host_user_id, id)) without rowid`.execute(database)
  await sql`insert into link_challenges_4 (id, host_user_id, purpose, account_id, wallet_name, message, expires_at)
    select id, host_user_id, purpose, account_id, wallet_name, message, expires_at from link_challenges
    order by host_user_id, id`.execute(database)
  await sql`create table link_buckets_4 (key text not null primary key, full_at bigint not null) without rowid`.execute(
    database,
  )
  await sql`insert into link_buckets_4 (key, full_at) select key, full_at from link_buckets order by key`.execute(
    database,
  )
  for (const table of ['link_challenges', 'link_buckets']) {
    await sql`drop table ${sql.table(table)}`.execute(database)
    await sql`alter table ${sql.table(`${table}_4`)} rename to ${sql.table(table)}`.execute(database)
  }
  await database.schema.createIndex('link_challenges_by_expiry').on('link_challenges').column('expires_at').execute()
}
