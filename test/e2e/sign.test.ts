import { createRelay, type Relay } from '@hawser/relay'
import {
  createMemoryStorage,
  createSignClient,
  type Session,
  type SignClient,
  type SignClientEvents,
  type SignClientOptions,
} from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { type CutProxy, startCutProxy } from '@hawser/test-kit/cutProxy'
import { nightLimit } from '@hawser/test-kit/night'
import { afterEach, beforeEach, expect, test } from 'vitest'

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
    createWebSocket,
    ...more,
  })
}

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
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
  const proposed = await dapp.propose({ optionalNamespaces: asked })
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

test('requests a session from our relay and grants it in one call each', async () => {
  const sent: string[] = []
  const createListeningSocket = (url: string) => {
    const socket = createWebSocket(url)
    const send = socket.send.bind(socket)
    socket.send = (text) => {
      sent.push(JSON.parse(String(text)).method)
      send(text)
    }
    return socket
  }
  await Promise.all([dapp.stop(), wallet.stop()])
  dapp = createClient('Our App', toDapp.url, { createWebSocket: createListeningSocket })
  wallet = createClient('Our Wallet', toWallet.url, { createWebSocket: createListeningSocket })
  const { session } = await settle()
  expect(wallet.sessions()).toMatchObject([{ topic: session.topic, acknowledged: true }])
  const methods = sent.filter((method) => method !== undefined && !method.startsWith('irn_unsubscribe'))
  // The wallet can subscribe before the proposal is sent. The last request is the dapp's confirmation.
  expect(methods.slice(0, 2).sort()).toEqual(['irn_batchSubscribe', 'wc_proposeSession'])
  expect(methods.slice(2)).toEqual(['wc_approveSession', 'irn_subscribe', 'irn_publish'])
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

const sign = { method: 'personal_sign', params: ['0x00', address] }

test('reject: the dapp gets the reason', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
  const refused = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
  await wallet.reject({ proposalId: id })
  await refused
})

test('both sockets are cut in mid-pairing, and the session still settles', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
  toDapp.cut()
  toWallet.cut()
  const { session, acknowledged } = await wallet.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).topic).toBe(session.topic)
  expect((await acknowledged).acknowledged).toBe(true)
  expect(toDapp.connections()).toBeGreaterThan(1)
  expect(toWallet.connections()).toBeGreaterThan(1)
})

test('a request sent in the same instant as a cut is answered within 1.5 seconds', async () => {
  const { session } = await settle()
  const responded = next(wallet, 'sessionRequest').then(({ id, topic }) =>
    wallet.respond({ topic, requestId: id, response: { result: 1 } }),
  )
  const startedAt = performance.now()
  toDapp.cut()
  expect(await dapp.request({ topic: session.topic, chainId: 'eip155:1', request: sign })).toBe(1)
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(1_500))
  await responded
})

test('the wallet is offline while a request is sent, and gets it once when it is back', async () => {
  const { session } = await settle()
  toWallet.block()
  const received: number[] = []
  wallet.on('sessionRequest', ({ id }) => received.push(id))
  const incoming = next(wallet, 'sessionRequest')
  const answered = dapp.request({ topic: session.topic, chainId: 'eip155:1', request: sign })
  await expect.poll(() => wallet.relayStatus()).not.toBe('connected')
  toWallet.restore()
  const { id, topic } = await incoming
  await wallet.respond({ topic, requestId: id, response: { result: '0x01' } })
  expect(await answered).toBe('0x01')
  await wallet.ping({ topic })
  expect(received).toEqual([id])
})

test('a wallet that restarts has its session, and its dapp still reaches it', async () => {
  const storage = createMemoryStorage()
  await wallet.stop()
  wallet = createClient('Our Wallet', toWallet.url, { storage })
  const { session } = await settle()
  await wallet.stop()
  const pinged = dapp.ping({ topic: session.topic })
  wallet = createClient('Our Wallet', toWallet.url, { storage })
  await pinged
  expect(wallet.sessions()).toMatchObject([{ topic: session.topic, acknowledged: true }])
})

test('the relay is away at first: the proposal still gets through', async () => {
  toDapp.block()
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  await expect.poll(() => dapp.relayStatus()).toBe('disconnected')
  toDapp.restore()
  await proposed.published
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
  await wallet.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).namespaces).toEqual(granted)
})

test('ping, event and disconnect', async () => {
  const { session } = await settle()
  await Promise.all([dapp.ping({ topic: session.topic }), wallet.ping({ topic: session.topic })])
  const event = { name: 'chainChanged', data: 1 }
  const heard = next(dapp, 'sessionEvent')
  await wallet.emit({ topic: session.topic, chainId: 'eip155:1', event })
  expect(await heard).toEqual({ topic: session.topic, chainId: 'eip155:1', event })
  const deleted = next(wallet, 'sessionDeleted')
  await dapp.disconnect({ topic: session.topic })
  expect(await deleted).toMatchObject({ topic: session.topic, reason: { code: 6000 } })
  expect([...dapp.sessions(), ...wallet.sessions()]).toEqual([])
})
