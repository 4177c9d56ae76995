import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../schema/isPostgres.ts'
import type { LinkTables } from '../schema/linkTables.ts'

/**
 * A column for `returning`, in statements that are written `lightly`. With it, PostgreSQL does not wait for the disk when it
 * commits this statement or its transaction (`synchronous_commit` is meant for that). A later `durable` commit takes the
 * statement to the disk too, because PostgreSQL has one log. Empty on SQLite, where `Writes` handle it.
 */
export function lightCommit(database: Kysely<LinkTables>) {
  if (!isPostgres(database)) return []
  return [sql<string>`set_config('synchronous_commit', 'off', true)`.as('synchronous_commit')]
}
