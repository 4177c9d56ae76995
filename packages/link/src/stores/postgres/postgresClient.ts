import type { CompiledQuery, PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { LinkStoreUnavailableError } from '../../errors.ts'
import { explainMissing } from '../driverMissing.ts'
import { nameOf } from '../sql/compileOnce.ts'

/** The connections to a PostgreSQL server. */
export type Connections = { connect(): Promise<Client>; end(): Promise<void> }

type Driver = typeof pg

/**
 * Opens a connection pool. The driver is loaded only here: a host app with another store does not need it.
 * @throws DriverMissingError
 */
export async function openConnections(options: {
  readonly url: string
  readonly connections?: number
  readonly patienceMs: number
}): Promise<Connections> {
  const driver = await loadDriver()
  const pool = openPool(driver, options)
  return { connect: createConnect(driver, pool, options.patienceMs), end: () => pool.end() }
}

async function loadDriver(): Promise<Driver> {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw explainMissing(cause, 'pg', 'openPostgresLinkStore')
  }
}

/** Opens a pool with all the timeouts that the link store needs. */
function openPool(
  driver: Driver,
  {
    url,
    connections = 10,
    patienceMs,
  }: {
    readonly url: string
    readonly connections?: number
    readonly patienceMs: number
  },
): pg.Pool {
  const pool = new driver.Pool({
    connectionString: url,
    application_name: 'hawser-link',
    max: connections,
    keepAlive: true,
    // Every promise settles, also when the server hangs: the server times out before this client does.
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: patienceMs,
    query_timeout: patienceMs * patienceOfOurs,
    types: { getTypeParser: (type, format) => (type === int8 ? Number : driver.types.getTypeParser(type, format)) },
  })
  // A lost connection emits an error in addition to the failure of its query, and an unhandled error event would end the
  // process. The pool has dropped the connection already; the next query fails if no other is available.
  const drop = () => undefined
  pool.on('error', drop)
  pool.on('connect', (client) => client.on('error', drop))
  return pool
}

/** Client timeout as a multiple of the server's. */
const patienceOfOurs = 1.5

/** Removes the timeout, on the server and in this client, for the later statements of the transaction. */
export const withoutTimeout = 'set local statement_timeout = 0'

/** The commands for which Kysely needs the number of changed rows, and `SELECT` for all others. */
const commands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'SELECT'] as const

type Client = PostgresPoolClient & {
  /**
   * Runs two statements of `bindOnce` in one message and one transaction, outside of any other. Resolves to the rows of the
   * second once they are committed. If the first fails, the second does not run.
   */
  runBoth<R>(first: CompiledQuery, second: CompiledQuery<R>): Promise<readonly R[]>
}

/**
 * Keeps one client for each connection. A client knows what is prepared on its connection, and Kysely attaches data to it too.
 */
function createConnect(driver: Driver, pool: pg.Pool, patienceMs: number): () => Promise<Client> {
  const clients = new WeakMap<pg.PoolClient, Client>()
  return async () => {
    const connection = await pool.connect()
    const client = clients.get(connection) ?? guard(driver, connection, patienceMs)
    clients.set(connection, client)
    return client
  }
}

/**
 * Closes a connection that never answered, that failed other than by an answer of the server, or that the server ends. The next
 * user would otherwise wait for its open answers until the network notices the loss.
 */
function guard(driver: Driver, client: pg.PoolClient, patienceMs: number): Client {
  const plain: PostgresPoolClient = client
  let broken: Error | undefined
  let isPatient = false
  const prepared = new Set<string>()
  async function send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // `pg` treats a `query_timeout` of 0 as the default.
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
      const isAnswer = error instanceof driver.DatabaseError && error.code?.startsWith(ended) !== true
      if (!isAnswer) broken = error instanceof Error ? error : lost(error)
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
    return await (isPrepared
      ? settle(sendBoth<R>(driver, client, { first, second, patienceMs }))
      : sendEach<R>(first, second))
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

const lost = (cause: unknown) => new LinkStoreUnavailableError('The connection to PostgreSQL has failed.', { cause })

/** The class of the errors with which the server ends a connection (PostgreSQL's error codes, appendix A). */
const ended = '57P'

/**
 * Sends two statements with a single Sync, so that they are one transaction. If one part fails, the server skips the rest
 * (PostgreSQL's documentation, "Pipelining" of the extended query protocol). `pg` ends each statement with a Sync, so the first
 * is written before the second.
 * @param both - must be prepared on this connection. If a statement were prepared in such a message and then skipped, `pg` and
 * a pooler in between would disagree about it.
 */
function sendBoth<R>(
  driver: Driver,
  client: pg.PoolClient,
  both: { readonly first: CompiledQuery; readonly second: CompiledQuery<R>; readonly patienceMs: number },
): Promise<readonly R[]> {
  const { first, second, patienceMs } = both
  return new Promise((resolve, reject) => {
    const query = new driver.Query(
      { name: nameOf(second.sql), text: second.sql, values: [...second.parameters] },
      (error, results) => {
        if (error) return reject(error)
        // The statements were part of a transaction that was left open, so they are not committed.
        if (client.getTransactionStatus() !== 'I')
          return reject(new LinkStoreUnavailableError('A transaction was left open on a connection.'))
        // A message with several statements has several results.
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
        // Returns an error if the second statement cannot be sent.
        return submit(connection)
      } finally {
        connection.stream.uncork()
      }
    }
    // The server's timeout starts again with the second statement.
    client.query(Object.assign(query, { query_timeout: 2 * patienceMs * patienceOfOurs }))
  })
}

/** `pg` returns 64-bit integers as text. The integers of this store are epoch milliseconds and counts, below 2^53. */
const int8 = 20
