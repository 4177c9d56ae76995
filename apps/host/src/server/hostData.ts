import { getMigrations } from 'better-auth/db/migration'
import { type Kysely, sql } from 'kysely'
import { HostDataVersionError } from '../errors.ts'
import type { Auth } from './auth/createAuth.ts'
import type { HostTables } from './hostTables.ts'

/** Versions 1 to 3 had accounts of their own in place of Better Auth's. */
const version = 4

/**
 * Creates the tables of Better Auth in a new data file. A file of another version is left as it is.
 * @throws HostDataVersionError
 */
export async function prepareHostData(database: Kysely<HostTables>, auth: Auth): Promise<void> {
  const found = await readVersion(database)
  if (found !== undefined && found !== version) {
    throw new HostDataVersionError(
      `The data file has version ${found}, and this host app reads version ${version} only. Start it with another data file, or run the version of the app that wrote this one.`,
    )
  }
  await (await getMigrations(auth.options)).runMigrations()
  await database.schema
    .createTable('host_schema')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await database
    .insertInto('host_schema')
    .values({ id: 1, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Undefined: the file has no tables of a host app. */
async function readVersion(database: Kysely<HostTables>): Promise<number | undefined> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(database)
  const names = new Set(rows.map(({ name }) => name))
  if (names.has('host_schema')) {
    const kept = await database.selectFrom('host_schema').select('version').executeTakeFirst()
    if (kept !== undefined) return kept.version
  }
  // The first files had sessions and no version.
  return names.has('visitor_sessions') ? 0 : undefined
}
