import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { createRelay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { serveFolder } from '../../../bench/modal/serveFolder.ts'
import { builtPages } from '../pages/builtPages.ts'

/** Serves the page of `npm run bench` that mounts our modal as a host app does, compressed, with a relay and a registry. */
const host = '127.0.0.1'
const page = await serveFolder(builtPages.budget)
const bundle = createUnsignedBundle(loadListings())
const registry = await listenRegistry(createRegistry({ bundle }), { port: 0, host })
const relay = await createRelay({ logger: createRunLogger() }).listen({ port: 0, host })
const query = new URLSearchParams({ relay: relay.url, registry: registry.url })
console.log(`The page is at http://${host}:${page.port}/?${query}`)
process.on('SIGINT', () => process.exit(0))
