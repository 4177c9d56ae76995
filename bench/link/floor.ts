import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Database from 'libsql'
import pg from 'pg'

/**
 * The minimum work of a server that keeps its answered rows. It reads a POST as JSON, writes one row that stays, and answers
 * JSON, to challenges and proofs alike. It checks nothing. The arguments are the SQLite file or PostgreSQL address, and the
 * milliseconds of extra computing per request, which imitate a server with that processor use and no garbage. Prints its port.
 */
const [place = '', busyMs = '0'] = process.argv.slice(2)

/** Opens the store. Its function writes one row, and resolves to the row's number when the row is on the disk. */
async function openRows(): Promise<(body: string) => Promise<string>> {
  if (!place.startsWith('postgresql:')) {
    const database = new Database(place)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec('create table rows (id integer primary key, body text not null)')
    const insert = database.prepare('insert into rows (body) values (?)')
    return async (body) => String(insert.run([body]).lastInsertRowid)
  }
  // As many connections as our store opens.
  const pool = new pg.Pool({ connectionString: place, max: 10 })
  await pool.query('create table rows (id bigserial primary key, body text not null)')
  return async (body) => {
    const query = { name: 'insert', text: 'insert into rows (body) values ($1) returning id', values: [body] }
    const { rows } = await pool.query<{ readonly id: string }>(query)
    return rows[0]?.id ?? ''
  }
}

const insert = await openRows()
const server = createServer(async (request, response) => {
  const body = JSON.stringify(JSON.parse(await text(request)))
  const until = performance.now() + Number(busyMs)
  while (performance.now() < until);
  const answer = JSON.stringify({ challengeId: await insert(body), message: body })
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
  response.end(answer)
})
// Keeps idle connections open, so that none closes in the moment the next step uses it.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
process.once('SIGTERM', () => process.exit(0))
