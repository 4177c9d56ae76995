import type { CompiledQuery, PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { LinkStoreUnavailableError } from '../../errors.ts'
import { explainMissing } from '../driverMissing.ts'
import { nameOf } from '../sql/compileOnce.ts'

/** The connections of a PostgreSQL. */
export type Connections = { connect(): Promise<Client>; end(): Promise<void> }

type Driver = typeof pg

/**
 * Opens a pool of them. The driver is loaded only here: a host app with another store does without.
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

/** With all the bounds of time that the link store needs. */
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
    // Every promise settles, also when the server hangs: the server gives up before we do.
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: patienceMs,
    query_timeout: patienceMs * patienceOfOurs,
    types: { getTypeParser: (type, format) => (type === int8 ? Number : driver.types.getTypeParser(type, format)) },
  })
  // A lost connection reports the loss once more than its query does, and an unheard error would end the process. The pool has
  // dropped it; the next query fails if there is no other.
  const drop = () => undefined
  pool.on('error', drop)
  pool.on('connect', (client) => client.on('error', drop))
  return pool
}

/** Times as long as the server's. */
const patienceOfOurs = 1.5

/** The statements of a transaction after this one are waited for as long as they take, by the server and by us. */
export const withoutTimeout = 'set local statement_timeout = 0'

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
 * Closes a connection that never answered, or that failed in another way than by an answer of the server. The next user of it would
 * wait for its open answers, for as long as the network takes to notice. The same holds for a connection that the server ends.
 */
function guard(driver: Driver, client: pg.PoolClient, patienceMs: number): Client {
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

/** The class of what the server says as it ends a connection (PostgreSQL's error codes, appendix A). */
const ended = '57P'

/**
 * Everything before one Sync is one transaction. Once a part of it fails, the server runs nothing more of it (PostgreSQL's
 * documentation, "Pipelining" of the extended query protocol). `pg` ends each statement with a Sync: the first is written before the
 * second.
 * @param both - are prepared on this connection. If a statement were prepared in such a message and then not run, `pg` and a pooler
 *   in between would disagree about it.
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
        // Then it was part of a transaction that somebody left open, and is not committed.
        if (client.getTransactionStatus() !== 'I')
          return reject(new LinkStoreUnavailableError('A transaction was left open on a connection.'))
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
    // The server's patience starts over with the second.
    client.query(Object.assign(query, { query_timeout: 2 * patienceMs * patienceOfOurs }))
  })
}

/** `pg` gives 64-bit integers as text. Ours are epoch milliseconds and counts, below 2^53. */
const int8 = 20
