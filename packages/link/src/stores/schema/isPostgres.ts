import { type Kysely, PostgresAdapter } from 'kysely'
import type { LinkTables } from './linkTables.ts'

/** Which of the two engines a statement is written for. */
export function isPostgres(database: Kysely<LinkTables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
