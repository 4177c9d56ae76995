import {
  type CompiledQuery,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import { LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError } from '../../errors.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { nameOf } from '../sql/compileOnce.ts'
import { createInTurn } from '../sql/locks.ts'
import { createSqlLinkStore } from '../sql/sqlLinkStore.ts'

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
  const patienceMs = options.patienceMs ?? 10_000
  const pool = openPool({ ...options, patienceMs })
  const connect = createConnect(pool, patienceMs)
  const database = new Kysely<LinkTables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }),
  })
  const inTurn = createInTurn(async (first, second) => {
    const client = await connect()
    try {
      return await client.runBoth(first, second)
    } finally {
      client.release()
    }
  })
  try {
    await checkServer(database)
    return { ...(await createSqlLinkStore({ database, inTurn, lockSchema, upgrade: options.upgrade })), database }
  } catch (error) {
    await database.destroy()
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
  patienceMs,
}: Parameters<typeof openPostgresLinkStore>[0] & { readonly patienceMs: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hawser-link',
    max: connections,
    keepAlive: true,
    // What is promised settles, also when the server hangs: it gives up by itself before we do.
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: patienceMs,
    query_timeout: patienceMs * patienceOfOurs,
    types: { getTypeParser: (type, format) => (type === int8 ? Number : pg.types.getTypeParser(type, format)) },
  })
  // A connection that is lost says so once more than its query does, and what nobody hears would end the process. The pool
  // has dropped it; whoever asks next hears when there is no other.
  const drop = () => undefined
  pool.on('error', drop)
  pool.on('connect', (client) => client.on('error', drop))
  return pool
}

/** Times as long as the server's. */
const patienceOfOurs = 1.5

/** The statements of a transaction after this one are waited for as long as they take, by the server and by us. */
const withoutTimeout = 'set local statement_timeout = 0'

/** Those of which Kysely wants to know how many rows they changed, and the one that stands for all others. */
const commands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'SELECT'] as const

type Client = PostgresPoolClient & {
  /**
   * Two statements of `bindOnce` in one message and one transaction, outside of any other; resolves to the rows of the second
   * once it is committed. After a first that fails the second is not run.
   */
  runBoth<R>(first: CompiledQuery, second: CompiledQuery<R>): Promise<readonly R[]>
}

/** One client for each connection, which knows what is prepared there; Kysely keeps something for each as well. */
function createConnect(pool: pg.Pool, patienceMs: number): () => Promise<Client> {
  const clients = new WeakMap<pg.PoolClient, Client>()
  return async () => {
    const connection = await pool.connect()
    const client = clients.get(connection) ?? guard(connection, patienceMs)
    clients.set(connection, client)
    return client
  }
}

/**
 * A connection that failed otherwise than by an answer of the server, or never answered, is closed and not used again: the
 * next to have it would wait behind what it still owes, for as long as the network takes to notice. Nor is one that the server
 * ends.
 */
function guard(client: pg.PoolClient, patienceMs: number): Client {
  const plain: PostgresPoolClient = client
  let broken: Error | undefined
  let isPatient = false
  const prepared = new Set<string>()
  async function send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // `pg` takes 0 for "as elsewhere".
    const patience = isPatient ? { query_timeout: 2 ** 31 - 1 } : {}
    const name = nameOf(text)
    const result = await settle(client.query({ name, text, values, ...patience }))
    if (name !== undefined) prepared.add(name)
    return result
  }
  async function settle<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      const isAnswer = error instanceof pg.DatabaseError && error.code?.startsWith(ended) !== true
      if (!isAnswer) broken = error instanceof Error ? error : new Error(String(error))
      throw error
    }
  }
  async function ask<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (broken !== undefined) throw broken
    if (text === withoutTimeout) isPatient = true
    else if (/^(?:commit|rollback)\b/i.test(text)) isPatient = false
    const { command, rowCount, rows } = await send(text, [...parameters])
    return { command: commands.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows }
  }
  async function runBoth<R>(first: CompiledQuery, second: CompiledQuery<R>): Promise<readonly R[]> {
    const isPrepared = [first, second].every(({ sql }) => prepared.has(nameOf(sql) ?? ''))
    return await (isPrepared ? settle(sendBoth<R>(client, { first, second, patienceMs })) : sendEach<R>(first, second))
  }
  async function sendEach<R>(first: CompiledQuery, second: CompiledQuery<R>): Promise<readonly R[]> {
    try {
      await send('start transaction isolation level read committed', [])
      await send(first.sql, [...first.parameters])
      const { rows } = await send(second.sql, [...second.parameters])
      await send('commit', [])
      return rows
    } catch (error) {
      await send('rollback', []).catch(() => undefined)
      throw error
    }
  }
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(asked: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof asked === 'string' ? ask<R>(asked, parameters) : plain.query<R>(asked)
  }
  const release = () => {
    isPatient = false
    client.release(broken)
  }
  return { query, runBoth, release }
}

/** The class of what the server says as it ends a connection (PostgreSQL's error codes, appendix A). */
const ended = '57P'

/**
 * What lies before one Sync is one transaction, and of it nothing more is run once a part failed (PostgreSQL's documentation,
 * "Pipelining" of the extended query protocol). `pg` ends each statement with a Sync: the first is written before the second.
 * @param both - are prepared on this connection: of what is prepared in such a message and then not run, `pg` and a pooler
 *   between would each think something else
 */
function sendBoth<R>(
  client: pg.PoolClient,
  both: { readonly first: CompiledQuery; readonly second: CompiledQuery<R>; readonly patienceMs: number },
): Promise<readonly R[]> {
  const { first, second, patienceMs } = both
  return new Promise((resolve, reject) => {
    const query = new pg.Query(
      { name: nameOf(second.sql), text: second.sql, values: [...second.parameters] },
      (error, results) => {
        if (error) return reject(error)
        // Then it was part of a transaction that somebody left open, and is not committed.
        if (client.getTransactionStatus() !== 'I')
          return reject(new Error('A transaction was left open on a connection.'))
        // Of a message with several statements there are several results.
        const [, { rows }] = results as unknown as readonly [unknown, pg.QueryResult<R & pg.QueryResultRow>]
        resolve(rows)
      },
    )
    const submit = query.submit.bind(query)
    query.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.bind({ statement: nameOf(first.sql), values: first.parameters.map(String) }, true)
        connection.describe({ type: 'P' }, true)
        connection.execute(null, true)
        // An error, where the second cannot be sent.
        return submit(connection)
      } finally {
        connection.stream.uncork()
      }
    }
    // The server's patience begins anew with the second.
    client.query(Object.assign(query, { query_timeout: 2 * patienceMs * patienceOfOurs }))
  })
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
