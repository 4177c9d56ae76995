import { createInterface } from 'node:readline'
import { createWallet } from '@hawser/app-wallet/server'
import { createRelay } from '@hawser/relay'
import { createSignClient, type Session } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { asObject, field } from '@hawser/wire/internal'
import { WebSocket } from 'ws'
import { listen } from '../../../apps/host/src/server/http/listen.ts'
import { builtPages } from '../pages/builtPages.ts'

/**
 * A relay, the demo wallet's page, and an app that sends the wallet requests. Lines of JSON drive the app.
 * `{ "propose": namespaces }` prints `uri …`. `{ "ask": { method, params, chainId } }` prints `answer …` or `refused …`, for
 * the session approved last.
 */
const [portText = '', appUrl = 'https://app.example/start'] = process.argv.slice(2)
const port = Number(portText)
const host = '127.0.0.1'
const relay = createRelay({ logger: createRunLogger() })
const { url: relayUrl } = await relay.listen({ port: port + 2, host })
const wallet = createWallet({ pageDir: builtPages.wallet, publicUrl: `http://localhost:${port}`, relayUrl })
const page = await listen({ fetch: wallet.fetch, port, host })
const app = createSignClient({
  relayUrl,
  metadata: { name: 'Example app', description: '', url: appUrl, icons: [] },
  createWebSocket: (url) => new WebSocket(url),
})
let session: Session | undefined
app.on('sessionDeleted', () => console.log('deleted'))

async function propose(namespaces: Parameters<typeof app.propose>[0]['optionalNamespaces']): Promise<void> {
  const proposed = await app.propose({ ...(namespaces && { optionalNamespaces: namespaces }) })
  await proposed.published
  console.log(`uri ${proposed.pairingUri}`)
  session = await proposed.approval
  console.log(`approved ${JSON.stringify(Object.values(session.namespaces).flatMap(({ accounts }) => accounts))}`)
}

async function ask({ chainId, method, params }: { chainId: string; method: string; params: unknown }): Promise<void> {
  const request = { topic: session?.topic ?? '', chainId, request: { method, params } }
  const answer = await app.request(request as Parameters<typeof app.request>[0])
  console.log(`answer ${JSON.stringify(answer)}`)
}

async function obey(line: string): Promise<void> {
  const order = asObject(JSON.parse(line)) ?? {}
  const namespaces = field(order, 'propose')
  const asked = field(order, 'ask')
  if (namespaces !== undefined) await propose(namespaces as Parameters<typeof propose>[0])
  if (asked !== undefined) await ask(asked as Parameters<typeof ask>[0])
}

createInterface({ input: process.stdin }).on('line', (line) => {
  obey(line).catch((error: unknown) => {
    const reason = asObject(field(asObject(error) ?? {}, 'reason')) ?? {}
    console.log(`refused ${JSON.stringify(field(reason, 'code') ?? String(error))}`)
  })
})
process.on('SIGINT', async () => {
  await Promise.all([app.stop(), page.stop(), relay.stop()])
  process.exit(0)
})
console.log('ready')
