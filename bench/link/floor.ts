import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Database from 'libsql'

/**
 * The minimum work of a server that keeps its answered rows. It reads a POST as JSON, writes one row that stays, and answers
 * JSON, to challenges and proofs alike. It checks nothing. The arguments are the SQLite file, and the milliseconds of extra
 * computing per request, which imitate a server with that processor use and no garbage. Prints its port.
 */
const [file = '', busyMs = '0'] = process.argv.slice(2)
const database = new Database(file)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec('create table rows (id integer primary key, body text not null)')
const insert = database.prepare('insert into rows (body) values (?)')
const server = createServer(async (request, response) => {
  const body = JSON.stringify(JSON.parse(await text(request)))
  const until = performance.now() + Number(busyMs)
  while (performance.now() < until);
  const { lastInsertRowid } = insert.run([body])
  const answer = JSON.stringify({ challengeId: String(lastInsertRowid), message: body })
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
  response.end(answer)
})
// Keeps idle connections open, so that none closes in the moment the next step uses it.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
process.once('SIGTERM', () => process.exit(0))
