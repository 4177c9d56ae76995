import { createSignClient, type Session, type SignClient } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { stopAtEnd } from './parties.ts'
import { type RelayBetween, startRelayBetween } from './relayBetween.ts'
import { type Peer, startPeer } from './startPeer.ts'

// Our dapp role against @reown/walletkit 1.2.10, through our relay. The wallet runs in its own process.
const account = 'eip155:1:0x1111111111111111111111111111111111111111'
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } } as const
const granted = { eip155: { ...asked.eip155, accounts: [account] } }

let relay: RelayBetween
let dapp: SignClient
let wallet: Peer

beforeEach(async () => {
  relay = await startRelayBetween()
  dapp = createSignClient({
    relayUrl: relay.toDapp.url,
    metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
    createWebSocket,
  })
  onTestFinished(() => dapp.stop())
  wallet = stopAtEnd(await startPeer('./walletkitPeer.ts', { RELAY_URL: relay.toWallet.url }))
})

function next<E extends Parameters<SignClient['on']>[0]>(event: E) {
  return new Promise((resolve) => {
    const off = dapp.on(event, (payload) => {
      off()
      resolve(payload)
    })
  })
}

async function settle(): Promise<Session> {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  await proposed.published
  await wallet.call('pair', { uri: proposed.pairingUri })
  const proposal = (await wallet.next('proposal')) as { id: number; proposer: { metadata: { name: string } } }
  expect(proposal.proposer.metadata.name).toBe('Our App')
  const topic = await wallet.call('approve', { id: proposal.id, namespaces: granted })
  const session = await proposed.approval
  expect(session.topic).toBe(topic)
  return session
}

test('walletkit settles with our dapp, and both hold the same session', async () => {
  const session = await settle()
  expect(session.namespaces).toEqual(granted)
  expect(session.peer.metadata.name).toBe('Foreign Wallet')
  await expect.poll(() => wallet.call('isAcknowledged', { topic: session.topic })).toBe(true)
  expect(dapp.sessions()).toHaveLength(1)
})

test('walletkit rejects: our dapp gets the numbered reason and keeps nothing', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  await proposed.published
  await wallet.call('pair', { uri: proposed.pairingUri })
  const proposal = (await wallet.next('proposal')) as { id: number }
  const refused = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
  await wallet.call('reject', { id: proposal.id })
  await refused
  expect(dapp.sessions()).toEqual([])
})

test('walletkit answers a request, and refuses one', async () => {
  const session = await settle()
  const ask = () =>
    dapp.request({
      topic: session.topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x68656c6c6f', account.slice(9)] },
    })

  const answered = ask()
  const first = (await wallet.next('request')) as {
    id: number
    topic: string
    params: { request: { method: string; params: unknown } }
  }
  expect(first.params.request).toMatchObject({ method: 'personal_sign', params: ['0x68656c6c6f', account.slice(9)] })
  await wallet.call('respond', { topic: session.topic, response: { id: first.id, jsonrpc: '2.0', result: '0xabcd' } })
  expect(await answered).toBe('0xabcd')

  const refused = expect(ask()).rejects.toMatchObject({ code: 'request_rejected', reason: { code: 5000 } })
  const second = (await wallet.next('request')) as { id: number }
  await wallet.call('respond', {
    topic: session.topic,
    response: { id: second.id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } },
  })
  await refused
})

test('a request of 64 KiB arrives whole', async () => {
  const session = await settle()
  const text = `0x${'ab'.repeat(32 * 1024)}`
  const answered = dapp.request({
    topic: session.topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: [text, account.slice(9)] },
  })
  const request = (await wallet.next('request')) as { id: number; params: { request: { params: string[] } } }
  expect(request.params.request.params[0]).toBe(text)
  await wallet.call('respond', { topic: session.topic, response: { id: request.id, jsonrpc: '2.0', result: text } })
  expect(await answered).toBe(text)
})

test('pings are answered in both directions', async () => {
  const session = await settle()
  await dapp.ping({ topic: session.topic })
  await wallet.call('ping', { topic: session.topic })
})

test('events, updates and extensions of walletkit reach our dapp', async () => {
  const session = await settle()
  await expect.poll(() => wallet.call('isAcknowledged', { topic: session.topic })).toBe(true)

  const event = next('sessionEvent')
  await wallet.call('emit', { topic: session.topic, event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
  expect(await event).toMatchObject({
    topic: session.topic,
    chainId: 'eip155:1',
    event: { name: 'chainChanged', data: 1 },
  })

  const updated = next('sessionUpdated')
  const more = {
    eip155: { ...granted.eip155, accounts: [account, 'eip155:1:0x2222222222222222222222222222222222222222'] },
  }
  await wallet.call('update', { topic: session.topic, namespaces: more })
  expect(await updated).toMatchObject({ namespaces: more })

  const extended = next('sessionExtended')
  await wallet.call('extend', { topic: session.topic })
  expect(await extended).toMatchObject({ topic: session.topic })
})

test('100 of 100 events arrive that walletkit sends two at a time', async () => {
  const session = await settle()
  const events = ['chainChanged', 'accountsChanged']
  const updated = next('sessionUpdated')
  await wallet.call('update', { topic: session.topic, namespaces: { eip155: { ...granted.eip155, events } } })
  await updated
  const heard: string[] = []
  dapp.on('sessionEvent', ({ event }) => heard.push(`${event.name} ${event.data}`))
  const sent: string[] = []
  for (let data = 0; data < 50; data += 1) {
    const emitted = events.map((name) => {
      sent.push(`${name} ${data}`)
      return wallet.call('emit', { topic: session.topic, event: { name, data }, chainId: 'eip155:1' })
    })
    await Promise.all(emitted)
  }
  await expect.poll(() => heard.length).toBe(100)
  expect(heard.sort()).toEqual(sent.sort())
})

test('our dapp disconnects: walletkit forgets the session', async () => {
  const session = await settle()
  await dapp.disconnect({ topic: session.topic })
  expect(await wallet.next('deleted')).toMatchObject({ topic: session.topic })
  await expect.poll(() => wallet.call('sessions')).toEqual([])
  expect(dapp.sessions()).toEqual([])
})

test('walletkit disconnects: our dapp forgets the session and says why', async () => {
  const session = await settle()
  const deleted = next('sessionDeleted')
  await wallet.call('disconnect', { topic: session.topic })
  expect(await deleted).toMatchObject({ topic: session.topic, reason: { code: 6000 } })
  expect(dapp.sessions()).toEqual([])
})

test('walletkit is offline while a request is sent, and gets it once when it is back', async () => {
  const session = await settle()
  await expect.poll(() => wallet.call('isAcknowledged', { topic: session.topic })).toBe(true)
  relay.toWallet.block()
  const answered = dapp.request({
    topic: session.topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: ['0x00', account.slice(9)] },
  })
  await expect.poll(() => relay.tagsWaiting(session.topic)).toContain(1108)
  relay.toWallet.restore()
  const request = (await wallet.next('request')) as { id: number }
  await wallet.call('respond', { topic: session.topic, response: { id: request.id, jsonrpc: '2.0', result: '0x01' } })
  expect(await answered).toBe('0x01')
  await dapp.ping({ topic: session.topic })
  expect(wallet.left('request')).toEqual([])
})

test('both sockets are cut in mid-pairing, and the session still settles', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  await proposed.published
  await wallet.call('pair', { uri: proposed.pairingUri })
  const proposal = (await wallet.next('proposal')) as { id: number }
  relay.toDapp.cut()
  relay.toWallet.cut()
  const [topic, session] = await Promise.all([
    wallet.call('approve', { id: proposal.id, namespaces: granted }),
    proposed.approval,
  ])
  expect(session.topic).toBe(topic)
  expect([relay.toDapp.connections(), relay.toWallet.connections()].every((count) => count > 1)).toBe(true)
  await dapp.ping({ topic: session.topic })
})
