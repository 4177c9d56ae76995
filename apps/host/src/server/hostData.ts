import { getMigrations } from 'better-auth/db/migration'
import { type Kysely, sql } from 'kysely'
import { HostDataVersionError } from '../errors.ts'
import type { Auth } from './auth/createAuth.ts'
import type { HostTables } from './hostTables.ts'

/** Versions 1 to 3 had their own accounts in place of Better Auth's. */
const version = 4

/** Creates the tables in a new data file. A file of another version stays unchanged (HostDataVersionError). */
export async function prepareHostData(database: Kysely<HostTables>, auth: Auth): Promise<void> {
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
  await (await getMigrations(auth.options)).runMigrations()
  await sql`create table if not exists host_schema (id integer primary key, version integer not null)`.execute(database)
  await sql`insert or ignore into host_schema (id, version) values (1, ${version})`.execute(database)
}
