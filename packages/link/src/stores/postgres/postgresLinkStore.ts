import { InvalidArgumentError } from '@hawser/wire'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError } from '../../errors.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { createRunLocked } from '../sql/locks.ts'
import { createSqlLinkStore } from '../sql/sqlLinkStore.ts'
import { openConnections, withoutTimeout } from './postgresClient.ts'

/** `database` gives access to tables of the host app in the same database. */
export type PostgresLinkStore = LinkStore & { readonly database: Kysely<LinkTables> }

/**
 * Opens the link store in a PostgreSQL database (14 or newer), which any number of processes can share. Creates the tables in
 * the first schema of the role's search path.
 * @param options - `url`: as libpq takes it, `postgresql://user@host/database`. `connections`: maximum number, by default 10.
 * `patienceMs`: timeout of one statement, including waits for others, by default 10 s. `upgrade`: false refuses a store of an
 * older version instead of migrating it. `onStep`: receives the number of each step of a migration before it runs, and the
 * number of all.
 * @throws LinkStoreUnavailableError - the server cannot be reached, is too old, or is configured to lose confirmed writes.
 * @throws LinkStoreNewerError, LinkStoreOlderError
 * @throws DriverMissingError - the package pg is not installed.
 * @example
 * const store = await openPostgresLinkStore({ url: 'postgresql://app@db.example/app', connections: 20 })
 */
export async function openPostgresLinkStore(options: {
  readonly url: string
  readonly connections?: number
  readonly patienceMs?: number
  readonly upgrade?: boolean
  readonly onStep?: (step: number, count: number) => void
}): Promise<PostgresLinkStore> {
  if (typeof options?.url !== 'string' || options.url === '')
    throw new InvalidArgumentError('`url` must be the address of the database: "postgresql://…".')
  const patienceMs = options.patienceMs ?? 10_000
  const { connect, end } = await openConnections({ ...options, patienceMs })
  const database = new Kysely<LinkTables>({
    dialect: new PostgresDialect({ pool: { connect, end } }),
  })
  const inTurn = createRunLocked(async (first, second) => {
    const client = await connect()
    try {
      return await client.runBoth(first, second)
    } finally {
      client.release()
    }
  })
  try {
    await checkServer(database)
    return {
      ...(await createSqlLinkStore({ database, inTurn, lockSchema, upgrade: options.upgrade, onStep: options.onStep })),
      database,
    }
  } catch (error) {
    await database.destroy()
    if (isOurs(error)) throw error
    // Without the address, which can contain a password.
    throw new LinkStoreUnavailableError(
      'The link store in PostgreSQL cannot be opened. Check its address, and that the role may use and create tables.',
      { cause: error },
    )
  }
}

function isOurs(error: unknown): boolean {
  const ours = [LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError]
  return ours.some((each) => error instanceof each)
}

async function checkServer(database: Kysely<LinkTables>): Promise<void> {
  const { rows } = await sql<{ version: number; commit: string; fsync: string; isolation: string }>`
    select current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as commit,
      current_setting('fsync') as fsync, current_setting('default_transaction_isolation') as isolation`.execute(
    database,
  )
  const [server] = rows
  if (server === undefined || server.version < 140_000)
    throw new LinkStoreUnavailableError('The link store needs PostgreSQL 14 or newer.')
  // At any other level, a statement that conflicts with another fails instead of waiting.
  if (server.isolation !== 'read committed') {
    throw new LinkStoreUnavailableError(
      'The link store needs default_transaction_isolation to be "read committed", for its role at least.',
    )
  }
  if (server.commit === 'off' || server.fsync === 'off') {
    throw new LinkStoreUnavailableError(
      'This PostgreSQL may lose links it has confirmed. Set synchronous_commit and fsync to on, for the role at least.',
    )
  }
}

/**
 * Serializes migrations: two processes that create the same table at once would fail, even with IF NOT EXISTS. The lock numbers
 * are specific to this store. Waiting for the other process, or for a step over a large table, has no timeout.
 */
async function lockSchema(transaction: Kysely<LinkTables>): Promise<void> {
  await sql.raw(withoutTimeout).execute(transaction)
  await sql`select pg_advisory_xact_lock(1751217011, 1)`.execute(transaction)
}
