import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { createHost, listen } from '@hawser/app-host/server'
import { createWallet } from '@hawser/app-wallet/server'
import { createRegistry, createUnsignedBundle, loadListings, lookAlikeKey, mixedScripts } from '@hawser/registry'
import { createRelay, type Relay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { stackAddresses, stackPorts } from '../../../apps/stack/src/addresses.ts'
import { demoListing } from '../../../apps/stack/src/demoListing.ts'
import { builtPages } from '../pages/builtPages.ts'

/**
 * The stack's parts, each of which a line on standard input stops or starts: `stop relay`, `start relay` … `pass 1800000` moves
 * the host app's clock forward by that many milliseconds.
 */
const [portText = '', dataFile = '', hostPageDir = builtPages.host, reportUrl = '', optionsText = '{}'] =
  process.argv.slice(2)
const port = Number(portText)
const host = '127.0.0.1'
const ports = stackPorts(port)
const addresses = stackAddresses(host, port)

type Part = { stop(): Promise<void> }
const running = new Map<string, Part>()
// Better Auth takes no clock and reads `Date`.
const systemNow = Date.now
let passedMs = 0
globalThis.Date = new Proxy(Date, {
  construct: (date, values) =>
    values.length === 0 ? new date(systemNow() + passedMs) : Reflect.construct(date, values),
  get: (date, name) => (name === 'now' ? () => systemNow() + passedMs : Reflect.get(date, name)),
})

const hostApp = await createHost({
  dataFile,
  publicUrl: addresses.host,
  relayUrl: addresses.relay,
  // The visitor's view where the relay reaches every wallet; reach.spec.ts covers the other case.
  relayReach: 'network',
  registryUrl: addresses.registry,
  walletUrl: addresses.wallet,
  names: { lookAlikeKey, mixedScripts },
  pageDir: hostPageDir,
  // `framedBy` and `rpc`, for a page that a Safe frames.
  ...JSON.parse(optionsText),
})

/** Answers as the host app does. With `reportUrl`, a second, report-only policy sends violations there. */
async function fetchReported(request: Request): Promise<Response> {
  const response = await hostApp.fetch(request)
  const policy = response.headers.get('Content-Security-Policy')
  if (reportUrl !== '' && policy !== null)
    response.headers.set('Content-Security-Policy-Report-Only', `${policy}; report-uri ${reportUrl}`)
  return response
}

const starters: Readonly<Record<string, () => Promise<Part>>> = {
  host: () => listen({ fetch: fetchReported, port: ports.host, host }),
  wallet: () =>
    listen({
      fetch: createWallet({ pageDir: builtPages.wallet, publicUrl: addresses.wallet, relayUrl: addresses.relay }).fetch,
      port: ports.wallet,
      host,
    }),
  registry: () => {
    // The other pages list the demo wallet themselves.
    const demo = hostPageDir === builtPages.host ? [demoListing(addresses)] : []
    const { fetch } = createRegistry({ bundle: createUnsignedBundle([...demo, ...loadListings()]) })
    return listen({ fetch, port: ports.registry, host })
  },
  // Accepts connections and never answers, as a server that hangs does.
  silentRegistry: async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => void sockets.add(socket))
    server.listen(ports.registry, host)
    await once(server, 'listening')
    return {
      async stop() {
        for (const socket of sockets) socket.destroy()
        server.close()
      },
    }
  },
  relay: async () => {
    const relay: Relay = createRelay({ logger: createRunLogger(), now: systemNow })
    await relay.listen({ port: ports.relay, host })
    return relay
  },
}

async function obey(line: string): Promise<void> {
  const [verb, name = ''] = line.split(' ')
  if (verb === 'start') {
    const start = starters[name]
    if (start !== undefined) running.set(name, await start())
  }
  if (verb === 'stop') {
    await running.get(name)?.stop()
    running.delete(name)
  }
  if (verb === 'pass') passedMs += Number(name)
  console.log(`done: ${line}`)
}

process.on('SIGINT', async () => {
  await Promise.all([...running.values()].map((part) => part.stop()))
  await hostApp.stop()
  process.exit(0)
})
for await (const line of createInterface({ input: process.stdin })) await obey(line)
