import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import { LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError } from '../errors.ts'
import type { LinkStore } from '../linkStore.ts'
import { nameOf } from './compileOnce.ts'
import type { LinkTables } from './schema.ts'
import { createSqlLinkStore } from './sql.ts'

/** `database` is for tables of the host app in the same database. */
export type PostgresLinkStore = LinkStore & { readonly database: Kysely<LinkTables> }

/**
 * The link store in a PostgreSQL database (14 or newer), shared by any number of processes. The tables are made in the first
 * schema of the role's search path.
 * @param options - `url`: as libpq takes it, `postgresql://user@host/database`; `connections`: at most so many, 10 if not
 *   given; `patienceMs`: how long one statement may take, waiting for others included, 10 s if not given;
 *   `upgrade`: false refuses a store of an older version instead of bringing it up to this one
 * @throws LinkStoreUnavailableError - it cannot be reached, is too old, or is set to lose what it confirmed
 * @throws LinkStoreNewerError, LinkStoreOlderError
 */
export async function openPostgresLinkStore(options: {
  readonly url: string
  readonly connections?: number
  readonly patienceMs?: number
  readonly upgrade?: boolean
}): Promise<PostgresLinkStore> {
  const pool = openPool(options)
  // Both of one pool: what the store runs begins its transactions its own way, and what a host app runs as Kysely does.
  const own = new Kysely<LinkTables>({ dialect: new PostgresDialect({ pool: guardAll(pool, { holdsBegin: true }) }) })
  const database = new Kysely<LinkTables>({ dialect: new PostgresDialect({ pool: guardAll(pool) }) })
  try {
    await checkServer(own)
    return { ...(await createSqlLinkStore({ database: own, lockSchema, upgrade: options.upgrade })), database }
  } catch (error) {
    await own.destroy()
    if (isOurs(error)) throw error
    // Without the address: it may hold a password.
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

function openPool({
  url,
  connections = 10,
  patienceMs = 10_000,
}: Parameters<typeof openPostgresLinkStore>[0]): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hawser-link',
    max: connections,
    keepAlive: true,
    // What is promised settles, also when the server hangs: it gives up by itself before we do.
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: patienceMs,
    query_timeout: patienceMs * 1.5,
    types: { getTypeParser: (type, format) => (type === int8 ? Number : pg.types.getTypeParser(type, format)) },
  })
  // A connection that is lost says so once more than its query does, and what nobody hears would end the process. The pool
  // has dropped it; whoever asks next hears when there is no other.
  const drop = () => undefined
  pool.on('error', drop)
  pool.on('connect', (client) => client.on('error', drop))
  return pool
}

function guardAll(pool: pg.Pool, options?: GuardOptions): PostgresPool {
  return { connect: async () => guard(await pool.connect(), options), end: () => pool.end() }
}

/** The statements of a transaction after this one are waited for as long as they take, by the server and by us. */
const withoutTimeout = 'set local statement_timeout = 0'

/**
 * `holdsBegin`: the `begin` of a transaction waits for its first statement, and goes to the server with it, in one message where
 * that has no values: one round trip less. Only for who awaits each statement and ends the transaction once one failed, as the
 * store does: what failed together with its `begin` was in no transaction, nor would be what followed it.
 */
type GuardOptions = { readonly holdsBegin: boolean }

const begins = /^(?:begin|start transaction)[a-z ]*$/i

/** Those of which Kysely wants to know how many rows they changed, and the one that stands for all others. */
const commands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'SELECT'] as const

/**
 * A connection that failed otherwise than by an answer of the server, or never answered, is closed and not used again: the
 * next to have it would wait behind what it still owes, for as long as the network takes to notice.
 */
function guard(client: pg.PoolClient, { holdsBegin }: GuardOptions = { holdsBegin: false }): PostgresPoolClient {
  const plain: PostgresPoolClient = client
  let broken: Error | undefined
  let isPatient = false
  let heldBegin: string | undefined
  async function send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // `pg` takes 0 for "as elsewhere".
    const patience = isPatient ? { query_timeout: 2 ** 31 - 1 } : {}
    const begin = heldBegin
    heldBegin = undefined
    if (begin !== undefined && values.length === 0) {
      // Of a message the server does nothing more once a part of it failed.
      const both: unknown = await client.query({ text: `${begin}; ${text}`, ...patience })
      const [, result] = both as readonly [unknown, pg.QueryResult]
      return result
    }
    if (begin !== undefined) await client.query({ text: begin, ...patience })
    return await client.query({ name: nameOf(text), text, values, ...patience })
  }
  async function ask<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (broken !== undefined) throw broken
    if (text === withoutTimeout) isPatient = true
    else if (/^(?:commit|rollback)\b/i.test(text)) isPatient = false
    if (holdsBegin && begins.test(text)) {
      heldBegin = text
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }
    try {
      const { command, rowCount, rows } = await send(text, [...parameters])
      return { command: commands.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows }
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) broken = error instanceof Error ? error : new Error(String(error))
      throw error
    }
  }
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(asked: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof asked === 'string' ? ask<R>(asked, parameters) : plain.query<R>(asked)
  }
  return { query, release: () => client.release(broken) }
}

/** `pg` gives 64-bit integers as text. Ours are epoch milliseconds and counts, below 2^53. */
const int8 = 20

async function checkServer(database: Kysely<LinkTables>): Promise<void> {
  const { rows } = await sql<{ version: number; commit: string; fsync: string; isolation: string }>`
    select current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as commit,
      current_setting('fsync') as fsync, current_setting('default_transaction_isolation') as isolation`.execute(
    database,
  )
  const [server] = rows
  if (server === undefined || server.version < 140_000)
    throw new LinkStoreUnavailableError('The link store needs PostgreSQL 14 or newer.')
  // A statement that meets another's at any other level fails instead of waiting for it.
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
 * Two processes that create one table at once would fail otherwise, IF NOT EXISTS or not. The numbers are ours alone. Waiting
 * for the other, and a step over a large table, take what they take.
 */
async function lockSchema(transaction: Kysely<LinkTables>): Promise<void> {
  await sql.raw(withoutTimeout).execute(transaction)
  await sql`select pg_advisory_xact_lock(1751217011, 1)`.execute(transaction)
}
