import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLink, openPostgresLinkStore, openSqliteLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'

/** A host app's server as a process of its own, over the SQLite file or the PostgreSQL address it is given. Prints its port. */
const [place = ''] = process.argv.slice(2)
const store = place.startsWith('postgresql:')
  ? await openPostgresLinkStore({ url: place })
  : await openSqliteLinkStore({ file: place })
// Options as the README has them; limits are the defaults, and each request comes of another user.
const link = createLink({
  store,
  domain: 'localhost:4400',
  uri: 'http://localhost:4400/',
  allowedOrigins: ['http://localhost:4400'],
  hostUser: async (request) => {
    const id = request.headers.get('cookie') ?? undefined
    return id === undefined ? undefined : { id, label: `${id}@app.example`, sessionId: id }
  },
})
const server = createServer(createNodeHandler(link))
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  store.stop().then(() => process.exit(0))
})
