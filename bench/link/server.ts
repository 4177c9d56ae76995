import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLink, openPostgresLinkStore, openSqliteLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'

/**
 * A host app's server as a process of its own, over the SQLite file or the PostgreSQL address it is given. Prints its port.
 * `/verifying` answers how long verifying each proof took, in milliseconds, in the order they came.
 */
const [place = ''] = process.argv.slice(2)
const store = place.startsWith('postgresql:')
  ? await openPostgresLinkStore({ url: place })
  : await openSqliteLinkStore({ file: place })
// Between the challenge that came out of the store and the next question of who asks lies nothing but verifying the proof.
const verifyingSince = new Map<string, number>()
const verifyingMs: number[] = []
const consumeWithToken: typeof store.consumeWithToken = async (request) => {
  const taken = await store.consumeWithToken(request)
  verifyingSince.set(request.hostUserId, performance.now())
  return taken
}
// Options as the README has them; limits are the defaults, and each request comes of another user.
const link = createLink({
  store: { ...store, consumeWithToken },
  domain: 'localhost:4400',
  uri: 'http://localhost:4400/',
  allowedOrigins: ['http://localhost:4400'],
  handoff: { pageUrl: 'http://localhost:4400/handoff' },
  hostUser: async (request) => {
    const id = request.headers.get('cookie') ?? undefined
    const since = id === undefined ? undefined : verifyingSince.get(id)
    if (id !== undefined && since !== undefined) {
      verifyingMs.push(performance.now() - since)
      verifyingSince.delete(id)
    }
    return id === undefined ? undefined : { id, label: `${id}@app.example`, sessionId: id }
  },
})
const handle = createNodeHandler(link)
const server = createServer((request, response) => {
  if (request.url === '/verifying') response.end(JSON.stringify(verifyingMs))
  else void handle(request, response)
})
// A connection that rested a while after a rush is not to be ended in the moment it is used again.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  store.stop().then(() => process.exit(0))
})
