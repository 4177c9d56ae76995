import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { createHost, listen } from '@hawser/app-host/server'
import { createWallet } from '@hawser/app-wallet/server'
import { lookAlikeKey, mixedScripts } from '@hawser/registry'
import { createRelay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { stackAddresses, stackPorts } from '../../../apps/stack/src/addresses.ts'
import { builtPages } from '../pages/builtPages.ts'

/**
 * The demo's host app, wallet and relay with origin statements. In the registry's place, a server answers on every name of this
 * machine with a page that claims anything on command.
 */
const port = Number(process.argv[2])
const host = '127.0.0.1'
const ports = stackPorts(port)
const addresses = stackAddresses(host, port)
const folder = mkdtempSync(join(tmpdir(), 'hawser-origin-'))

const relay = createRelay({ logger: createRunLogger() })
await relay.listen({ port: ports.relay, host })
const originChecks = { knownScams: ['scam.localhost'], allowsLoopback: true }
const wallet = createWallet({
  pageDir: builtPages.wallet,
  publicUrl: addresses.wallet,
  relayUrl: addresses.relay,
  originChecks,
})
const hostApp = await createHost({
  dataFile: join(folder, 'host.sqlite'),
  publicUrl: addresses.host,
  relayUrl: addresses.relay,
  relayReach: 'network',
  registryUrl: addresses.registry,
  walletUrl: addresses.wallet,
  names: { lookAlikeKey, mixedScripts },
  pageDir: builtPages.host,
  originSecret: new Uint8Array(32).fill(8),
})

function servePage(request: Request): Response {
  const { pathname } = new URL(request.url)
  const type = { '.html': 'text/html', '.js': 'text/javascript' }[extname(pathname) || '.html']
  try {
    const bytes = readFileSync(join(builtPages.origin, pathname === '/' ? 'index.html' : pathname))
    return new Response(bytes, { headers: { 'content-type': type ?? 'text/plain' } })
  } catch {
    return new Response(null, { status: 404 })
  }
}

const servers = await Promise.all([
  listen({ fetch: hostApp.fetch, port: ports.host, host }),
  listen({ fetch: wallet.fetch, port: ports.wallet, host }),
  listen({ fetch: async (request) => servePage(request), port: ports.registry, host }),
])
process.on('SIGINT', async () => {
  await Promise.all([...servers.map((server) => server.stop()), relay.stop()])
  await hostApp.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
console.log('ready')
