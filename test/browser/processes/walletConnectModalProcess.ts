import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { build, defaultClientConditions } from 'vite'
import { serveFolder } from '../../../bench/modal/serveFolder.ts'
import { createTestListings } from '../../../packages/registry/src/testBundle.conformance.ts'

/** A page with the reference modal, a registry of our wallets, and one of many: their addresses on standard output. */
const host = '127.0.0.1'
const outDir = mkdtempSync(join(tmpdir(), 'hawser-reference-'))
await build({
  root: join(import.meta.dirname, '../pages/walletConnectModal'),
  configFile: false,
  logLevel: 'error',
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
  build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
})
const page = await serveFolder(outDir)
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
  rmSync(outDir, { recursive: true, force: true })
  process.exit(0)
})
