import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Database from 'libsql'

/**
 * The minimum work of a server that keeps its answered rows: it reads a POST as JSON, writes one row that stays, and answers
 * JSON, to challenges and proofs alike. It checks nothing. Takes the SQLite file, and for how many milliseconds it computes for
 * each besides: the share of a server that uses so much of its processor and leaves no garbage. Prints its port.
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
// A connection that rested a while after a rush is not to be ended in the moment it is used again.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
process.once('SIGTERM', () => process.exit(0))
