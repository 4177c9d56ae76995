import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { serveFolder } from '../../../bench/modal/serveFolder.ts'
import { createTestListings } from '../../../packages/registry/src/bundle/testBundle.fixture.ts'
import { builtPages } from '../pages/builtPages.ts'

/** Serves a page with the reference modal, a registry of our wallets, and a registry of many; prints their addresses. */
const host = '127.0.0.1'
const page = await serveFolder(builtPages.walletConnectModal)
const listings = loadListings()
const ours = await listenRegistry(createRegistry({ bundle: createUnsignedBundle(listings) }), { port: 0, host })
const many = await listenRegistry(createRegistry({ bundle: createUnsignedBundle(createTestListings(130)) }), {
  port: 0,
  host,
})
const wallets = listings.map(({ name, mobile, desktop }) => ({
  name,
  isMobile: mobile.native !== undefined || mobile.universal !== undefined,
  isDesktop: desktop.native !== undefined || desktop.universal !== undefined,
}))
const addresses = { pageUrl: `http://${host}:${page.port}`, oursUrl: ours.url, manyUrl: many.url }
console.log(`ready ${JSON.stringify({ ...addresses, wallets })}`)
process.on('SIGINT', async () => {
  page.stop()
  await Promise.all([ours.stop(), many.stop()])
  process.exit(0)
})
