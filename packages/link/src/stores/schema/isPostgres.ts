import { type Kysely, PostgresAdapter } from 'kysely'
import type { LinkTables } from './linkTables.ts'

/** Whether the database is PostgreSQL. Otherwise it is SQLite. */
export function isPostgres(database: Kysely<LinkTables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
