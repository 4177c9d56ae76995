import type { Kysely } from 'kysely'
import type { LinkStore } from '../linkStore.ts'
import { takeTokens } from './buckets.ts'
import { challengesOf } from './challenges.ts'
import { history } from './events.ts'
import { eraseHostUser, exportHostUser } from './hostUsers.ts'
import { type LinkTables, migrate } from './schema.ts'
import { walletsOf } from './wallets.ts'

/**
 * The link store over a Kysely instance, which it migrates first and destroys on `stop()`.
 * @param options - `lockSchema`: what keeps two processes from migrating at once, first in the transaction that does;
 *   `lightly`: runs a write that a crash may undo (of token buckets), where the engine does that faster
 * @throws LinkStoreNewerError
 */
export async function createSqlLinkStore(options: {
  readonly database: Kysely<LinkTables>
  readonly lockSchema?: (transaction: Kysely<LinkTables>) => Promise<void>
  readonly lightly?: <T>(run: (database: Kysely<LinkTables>) => Promise<T>) => Promise<T>
}): Promise<LinkStore> {
  const { database, lockSchema, lightly = (run) => run(database) } = options
  await migrate(database, lockSchema)
  return {
    ...challengesOf(database),
    ...walletsOf(database),
    history: (hostUserId, page) => history(database, hostUserId, page),
    exportHostUser: (hostUserId) => exportHostUser(database, hostUserId),
    eraseHostUser: (hostUserId) => eraseHostUser(database, hostUserId),
    takeTokens: (request) => lightly((connection) => takeTokens(connection, request)),
    stop: () => database.destroy(),
  }
}
