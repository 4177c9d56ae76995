import { createInterface } from 'node:readline'
import { createSignClient, type SessionRequest, type SignClient } from '@hawser/sign'
import { hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'

/**
 * Wallets on another machine, each with a name, driven by lines. `pair NAME LINK URI` approves the proposal; LINK is the
 * wallet's own scheme, or `-`. `end NAME` ends the wallet's sessions. Such a wallet signs every request and prints each event.
 * Step by step instead: `scan NAME LINK URI` reads the proposal, `approve NAME` approves it, and `sign NAME` signs the requests
 * since then.
 */
const [relayUrl = ''] = process.argv.slice(2)
const wallets = new Map<string, SignClient>()
/** The open proposals and requests of the wallets that are driven step by step. */
const proposals = new Map<string, number>()
const requests = new Map<string, SessionRequest[]>()

function walletOf(name: string, native: string): SignClient {
  const known = wallets.get(name)
  if (known !== undefined) return known
  const wallet = createSignClient({
    relayUrl,
    metadata: {
      name,
      description: '',
      url: `https://${name.toLowerCase()}.example`,
      icons: [],
      ...(native !== '-' && { redirect: { native } }),
    },
    createWebSocket: (url) => new WebSocket(url),
  })
  wallets.set(name, wallet)
  wallet.on('sessionRequest', async (request) => {
    console.log(`asked ${name}`)
    const waiting = requests.get(name)
    if (waiting === undefined) await sign(name, wallet, request)
    else waiting.push(request)
  })
  wallet.on('sessionDeleted', ({ by }) => console.log(`deleted ${name} by ${by}`))
  return wallet
}

/** The account of a wallet, derived from its name. */
function accountOf(name: string) {
  return privateKeyToAccount(`0x${Buffer.from(name.padEnd(32, '.').slice(0, 32)).toString('hex')}`)
}

async function sign(name: string, wallet: SignClient, { id, topic, params }: SessionRequest): Promise<void> {
  const [message] = params as readonly `0x${string}`[]
  const result = await accountOf(name).signMessage({ message: { raw: hexToBytes(message ?? '0x') } })
  await wallet.respond({ topic, requestId: id, response: { result } })
  console.log(`signed ${name}`)
}

async function pair(name: string, native: string, pairingUri: string): Promise<void> {
  const wallet = walletOf(name, native)
  const { id } = await wallet.pair({ pairingUri })
  const { acknowledged } = await approve(name, wallet, id)
  await acknowledged
  console.log(`settled ${name}`)
}

function approve(name: string, wallet: SignClient, proposalId: number) {
  const { address } = accountOf(name)
  const accounts = [`eip155:1:${address}`] as const
  const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: [], accounts } as const
  return wallet.approve({ proposalId, namespaces: { eip155 } })
}

async function obey(line: string): Promise<void> {
  const [verb, name = '', ...rest] = line.split(' ')
  if (verb === 'pair') await pair(name, rest[0] ?? '-', rest[1] ?? '')
  if (verb === 'scan') {
    requests.set(name, [])
    const { id } = await walletOf(name, rest[0] ?? '-').pair({ pairingUri: rest[1] ?? '' })
    proposals.set(name, id)
    console.log(`scanned ${name}`)
  }
  const wallet = wallets.get(name)
  const proposalId = proposals.get(name)
  if (verb === 'approve' && wallet !== undefined && proposalId !== undefined) {
    const { acknowledged } = await approve(name, wallet, proposalId)
    // The page can be gone by now.
    acknowledged.catch(() => {})
    console.log(`approved ${name}`)
  }
  if (verb === 'sign' && wallet !== undefined) {
    for (const request of requests.get(name)?.splice(0) ?? []) await sign(name, wallet, request)
  }
  if (verb === 'end') {
    for (const { topic } of wallet?.sessions() ?? []) await wallet?.disconnect({ topic })
    console.log(`ended ${name}`)
  }
}

process.on('SIGINT', async () => {
  await Promise.all([...wallets.values()].map((wallet) => wallet.stop()))
  process.exit(0)
})
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) obey(line).catch(console.error)
