import { createRelay, type Relay } from '@hawser/relay'
import {
  createSignClient,
  type Session,
  type SignClient,
  type SignClientEvents,
  type SignClientOptions,
} from '@hawser/sign'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type CutProxy, startCutProxy } from '../cutProxy.ts'

// Our dapp role, our wallet role and our relay in one process, over real sockets on loopback.
const address = '0x1111111111111111111111111111111111111111'
const account = `eip155:1:${address}` as const
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } } as const
const granted = { eip155: { ...asked.eip155, accounts: [account] } } as const

let relay: Relay
let toDapp: CutProxy
let toWallet: CutProxy
let dapp: SignClient
let wallet: SignClient

function createClient(name: string, relayUrl: string, more: Partial<SignClientOptions> = {}): SignClient {
  return createSignClient({
    relayUrl,
    metadata: { name, description: '', url: 'https://app.example', icons: [] },
    createWebSocket: (url) => new WebSocket(url) as unknown as globalThis.WebSocket,
    ...more,
  })
}

beforeEach(async () => {
  relay = createRelay({})
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  toDapp = await startCutProxy(port)
  toWallet = await startCutProxy(port)
  dapp = createClient('Our App', toDapp.url)
  wallet = createClient('Our Wallet', toWallet.url)
})

afterEach(async () => {
  await Promise.all([dapp.stop(), wallet.stop()])
  await Promise.all([toDapp.stop(), toWallet.stop()])
  await relay.stop()
})

function next<E extends keyof SignClientEvents>(client: SignClient, event: E): Promise<SignClientEvents[E]> {
  return new Promise((resolve) => {
    const off = client.on(event, (payload) => {
      off()
      resolve(payload)
    })
  })
}

async function settle(): Promise<{ session: Session; granted: Session }> {
  const proposed = dapp.propose({ optionalNamespaces: asked })
  const proposal = await wallet.pair({ pairingUri: proposed.pairingUri })
  const approved = await wallet.approve({ proposalId: proposal.id, namespaces: granted })
  const session = await proposed.approval
  return { session, granted: await approved.acknowledged }
}

test('propose, pair, approve: both hold the same session', async () => {
  const { session, granted: walletSession } = await settle()
  expect(walletSession).toMatchObject({ topic: session.topic, acknowledged: true, role: 'wallet' })
  expect(session).toMatchObject({ role: 'dapp', namespaces: granted, peer: { metadata: { name: 'Our Wallet' } } })
  expect(dapp.sessions()).toEqual([session])
  expect(wallet.sessions()).toEqual([walletSession])
  expect(wallet.pendingProposals()).toEqual([])
})

test('request: the wallet answers', async () => {
  const { session } = await settle()
  const asking = next(wallet, 'sessionRequest')
  const answered = dapp.request({
    topic: session.topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: ['0x00', address] },
  })
  const { id, topic } = await asking
  await wallet.respond({ topic, requestId: id, response: { result: '0x01' } })
  expect(await answered).toBe('0x01')
  expect(wallet.pendingRequests()).toEqual([])
})
