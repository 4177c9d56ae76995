import type { Kysely } from 'kysely'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { migrate, type OnStep } from '../schema/migrate.ts'
import { createBucketPurge, takeTokens } from './buckets.ts'
import { challengesOf, dropExpiredChallenges } from './challenges.ts'
import { history } from './events.ts'
import { dropExpiredHandoffs, handoffsOf } from './handoffs.ts'
import { eraseHostUser, exportHostUser } from './hostUsers.ts'
import { type RunLocked, runLockedOnSqlite } from './locks.ts'
import { walletsOf } from './wallets.ts'
import type { Write, Writes } from './writes.ts'

/**
 * Creates the link store over a Kysely instance, which it migrates first and destroys on `stop()`.
 * @param options - `lockSchema`: keeps two processes from migrating at once, first in the migrating transaction. `upgrade`:
 * false refuses a store of an older version instead of migrating it. `onStep`: receives each step of a migration. `writes`:
 * runs writes that a power cut can undo (challenges and token buckets), and writes that it cannot (wallets). `inTurn`: runs
 * one statement in its turn, if writers do not have the whole database to themselves.
 * @throws LinkStoreNewerError, LinkStoreOlderError
 */
export async function createSqlLinkStore(options: {
  readonly database: Kysely<LinkTables>
  readonly lockSchema?: (transaction: Kysely<LinkTables>) => Promise<void>
  readonly upgrade?: boolean | undefined
  readonly onStep?: OnStep | undefined
  readonly writes?: Writes
  readonly inTurn?: RunLocked
}): Promise<LinkStore> {
  const { database, lockSchema, upgrade = true, onStep, inTurn = runLockedOnSqlite } = options
  const write: Write = (run) => run(database)
  const { lightly, durably } = options.writes ?? { lightly: write, durably: write }
  await migrate(database, { ...(lockSchema && { lockSchema }), upgrade, onStep })
  const purgeBuckets = createBucketPurge()
  return {
    ...challengesOf(lightly, inTurn),
    purgeChallenges: (expiredBefore) =>
      lightly(async (connection) => {
        await dropExpiredChallenges(connection, { expiredBefore })
        await dropExpiredHandoffs(connection, { expiredBefore })
        await purgeBuckets(connection, expiredBefore)
      }),
    ...walletsOf(database, durably, inTurn),
    ...handoffsOf(database, { lightly, durably }),
    history: (hostUserId, page) => history(database, hostUserId, page),
    exportHostUser: (hostUserId) => exportHostUser(database, hostUserId),
    eraseHostUser: (hostUserId) => durably((connection) => eraseHostUser(connection, hostUserId)),
    takeTokens: (request) => lightly((connection) => takeTokens(connection, request)),
    stop: () => database.destroy(),
  }
}
