import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLink, openPostgresLinkStore, openSqliteLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'

/**
 * A host app's server in its own process, on the given SQLite file or PostgreSQL address. Prints its port. `/verifying` returns
 * how long verifying each proof took, in milliseconds, in order of arrival.
 */
const [place = ''] = process.argv.slice(2)
const store = place.startsWith('postgresql:')
  ? await openPostgresLinkStore({ url: place })
  : await openSqliteLinkStore({ file: place })
// Only the verification of the proof runs between reading the challenge from the store and asking for the current user.
const verifyingSince = new Map<string, number>()
const verifyingMs: number[] = []
const consumeWithToken: typeof store.consumeWithToken = async (request) => {
  const taken = await store.consumeWithToken(request)
  verifyingSince.set(request.hostUserId, performance.now())
  return taken
}
// The options of the README with default limits. Each request comes from another user.
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
// Keeps idle connections open, so that none closes in the moment the next step uses it.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  store.stop().then(() => process.exit(0))
})
