import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../schema/isPostgres.ts'
import type { LinkTables } from '../schema/linkTables.ts'

/**
 * For `returning`, in what is written `lightly`: PostgreSQL then does not wait for the disk when it commits this statement, or the
 * transaction it is part of, and no other (`synchronous_commit`, which is meant for that). What is committed `durably` later takes
 * it to the disk with it: PostgreSQL has one log. Nothing on SQLite, where `Writes` see to it.
 */
export function lightCommit(database: Kysely<LinkTables>) {
  if (!isPostgres(database)) return []
  return [sql<string>`set_config('synchronous_commit', 'off', true)`.as('synchronous_commit')]
}
