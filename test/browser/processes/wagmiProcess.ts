import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { createInterface } from 'node:readline'
import { listen } from '@hawser/app-host/server'
import { createRelay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createAnvilWallet } from '../../contracts/anvilWallet.ts'
import { anvilAccount, startAnvil } from '../../contracts/startAnvil.ts'
import { builtPages } from '../pages/builtPages.ts'

/**
 * The wagmi page, a relay, a wallet and a chain. Lines on standard input: `open <pairing URI>`, `end`, and `asked`, which
 * prints the methods that the wallet was asked for so far.
 */
const host = '127.0.0.1'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

const anvil = await startAnvil()
const relay = createRelay({ logger: createRunLogger() })
const relayUrl = `ws://${host}:${(await relay.listen({ port: 0, host })).port}`
const wallet = createAnvilWallet({
  relayUrl,
  anvilUrl: anvil.url,
  address: anvilAccount,
  chains: ['eip155:31337', 'eip155:31338'],
})
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  `connect-src 'self' ${relayUrl} ${anvil.url}`,
].join('; ')

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/config.json') return Response.json({ relayUrl, anvilUrl: anvil.url })
  const name = pathname === '/' ? 'index.html' : normalize(pathname)
  const body = await readFile(join(builtPages.wagmi, name)).catch(() => undefined)
  if (body === undefined) return new Response(null, { status: 404 })
  return new Response(body, {
    headers: { 'content-type': types[extname(name)] ?? 'application/octet-stream', 'content-security-policy': policy },
  })
}

const server = await listen({ fetch: serve, port: 0, host })

process.on('SIGINT', async () => {
  await wallet.stop()
  await Promise.all([relay.stop(), server.stop(), anvil.stop()])
  process.exit(0)
})
console.log(`ready ${JSON.stringify({ pageUrl: `http://${host}:${server.port}`, anvilUrl: anvil.url })}`)
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, uri = ''] = line.split(' ')
  if (verb === 'open') await wallet.open(uri)
  if (verb === 'end') await wallet.end()
  if (verb === 'asked') console.log(`asked ${JSON.stringify(wallet.asked.map(({ method }) => method))}`)
  // Only the verb, because a pairing URI contains a key.
  console.log(`done: ${verb}`)
}
