// Test support. The ending keeps it out of the build.
import { type Kysely, sql } from 'kysely'
import type { LinkTables } from './linkTables.ts'
import { steps } from './migrate.ts'

/** The tables of an open store as an older version of them was made, empty. */
export async function goBackTo(database: Kysely<LinkTables>, version: number): Promise<void> {
  for (const table of ['linked_wallets', 'link_challenges', 'link_events', 'link_buckets', 'link_locks'])
    await sql`drop table ${sql.table(table)}`.execute(database)
  for (const step of steps.slice(0, version)) await step(database)
  await database.updateTable('link_schema').set({ version }).execute()
}
