import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { type Kysely, sql } from 'kysely'
import { HostDataVersionError } from '../errors.ts'

/** The host's own table, and the columns it reads of Better Auth's. There, times are ISO text and booleans 0 and 1. */
export type HostTables = {
  host_schema: { id: number; version: number }
  user: { id: string; isAnonymous: number; updatedAt: string }
  session: { id: string; userId: string; expiresAt: string }
}

/** Versions 1 to 3 had their own accounts in place of Better Auth's. */
const version = 4

/** Creates the tables in a new data file. A file of another version stays unchanged (HostDataVersionError). */
export async function prepareHostData(database: Kysely<HostTables>, options: BetterAuthOptions): Promise<void> {
  const tables = await database.introspection.getTables()
  const has = (name: string) => tables.some((table) => table.name === name)
  const kept = has('host_schema') ? await database.selectFrom('host_schema').select('version').execute() : []
  // The first data files had sessions and no version.
  const found = kept[0]?.version ?? (has('visitor_sessions') ? 0 : undefined)
  if (found !== undefined && found !== version) {
    throw new HostDataVersionError(
      `The data file has version ${found}, and this host app reads version ${version} only. Start it with another data file, or run the version of the app that wrote this one.`,
    )
  }
  await (await getMigrations(options)).runMigrations()
  await sql`create table if not exists host_schema (id integer primary key, version integer not null)`.execute(database)
  await sql`insert or ignore into host_schema (id, version) values (1, ${version})`.execute(database)
}
