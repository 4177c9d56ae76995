import { createSignClient, type Proposal, type SignClient, type SignClientEvents } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { stopAtEnd } from './parties.ts'
import { type RelayBetween, startRelayBetween } from './relayBetween.ts'
import { type Peer, startPeer } from './startPeer.ts'

// @walletconnect/sign-client 2.21.8 as the dapp against our wallet role, through our relay; the dapp is a process of its own.
const address = '0x1111111111111111111111111111111111111111'
const account = `eip155:1:${address}` as const
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } } as const
const granted = { eip155: { ...asked.eip155, accounts: [account] } }

let relay: RelayBetween
let dapp: Peer
let wallet: SignClient

beforeEach(async () => {
  relay = await startRelayBetween()
  dapp = stopAtEnd(await startPeer('./signClientPeer.ts', { RELAY_URL: relay.toDapp.url }))
  wallet = createSignClient({
    relayUrl: relay.toWallet.url,
    metadata: { name: 'Our Wallet', description: '', url: 'https://wallet.example', icons: [] },
    createWebSocket,
  })
  onTestFinished(() => wallet.stop())
})

function next<E extends keyof SignClientEvents>(event: E): Promise<SignClientEvents[E]> {
  return new Promise((resolve) => {
    const off = wallet.on(event, (payload) => {
      off()
      resolve(payload)
    })
  })
}

async function propose(): Promise<Proposal> {
  const pairingUri = String(await dapp.call('connect', { namespaces: asked }))
  return wallet.pair({ pairingUri })
}

async function settle(): Promise<string> {
  const proposal = await propose()
  expect(proposal.proposer.metadata.name).toBe('Foreign App')
  expect(proposal.optionalNamespaces).toEqual(asked)
  const { session, acknowledged } = await wallet.approve({ proposalId: proposal.id, namespaces: granted })
  expect(await dapp.next('settled')).toMatchObject({
    topic: session.topic,
    namespaces: granted,
    peer: { metadata: { name: 'Our Wallet' } },
  })
  expect((await acknowledged).acknowledged).toBe(true)
  return session.topic
}

test('sign-client settles with our wallet, and our wallet is acknowledged', async () => {
  const topic = await settle()
  expect(await dapp.call('sessions')).toEqual([topic])
  expect(wallet.sessions()).toMatchObject([{ topic, acknowledged: true, role: 'wallet' }])
})

test('our wallet rejects: sign-client gets the numbered reason', async () => {
  const proposal = await propose()
  await wallet.reject({ proposalId: proposal.id })
  expect(await dapp.next('refused')).toMatchObject({ code: 5000 })
  expect(await dapp.call('sessions')).toEqual([])
  expect(wallet.sessions()).toEqual([])
})

test('our wallet answers a request of sign-client, and refuses one', async () => {
  const topic = await settle()
  const ask = () =>
    dapp.call('request', {
      topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x68656c6c6f', address] },
    })

  let request = next('sessionRequest')
  const answered = ask()
  const first = await request
  expect(first).toMatchObject({
    topic,
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x68656c6c6f', address],
  })
  await wallet.respond({ topic, requestId: first.id, response: { result: '0xabcd' } })
  expect(await answered).toBe('0xabcd')

  request = next('sessionRequest')
  const refused = expect(ask()).rejects.toMatchObject({ code: 4001 })
  const second = await request
  await wallet.respond({
    topic,
    requestId: second.id,
    response: { error: { code: 4001, message: 'User rejected the request.' } },
  })
  await refused
  expect(wallet.pendingRequests()).toEqual([])
})

test('pings are answered in both directions', async () => {
  const topic = await settle()
  await wallet.ping({ topic })
  await dapp.call('ping', { topic })
})

test('an event of our wallet reaches sign-client', async () => {
  const topic = await settle()
  await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
  expect(await dapp.next('session_event')).toMatchObject({
    topic,
    params: { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' },
  })
})

test('our wallet updates and extends: sign-client follows and confirms', async () => {
  const topic = await settle()
  const before = wallet.sessions()[0]?.namespaces ?? {}
  const methods = [...(before.eip155?.methods ?? []), 'eth_sign']
  const namespaces = { eip155: { accounts: [], events: [], ...before.eip155, methods } }
  const updated = await wallet.update({ topic, namespaces })
  expect(await dapp.next('session_update')).toMatchObject({ topic, params: { namespaces } })
  expect((await updated.acknowledged).namespaces).toEqual(namespaces)
  const extended = await wallet.extend({ topic })
  expect(await dapp.next('session_extend')).toMatchObject({ topic })
  await extended.acknowledged
})

test('our wallet disconnects: sign-client forgets the session', async () => {
  const topic = await settle()
  await wallet.disconnect({ topic })
  expect(await dapp.next('session_delete')).toMatchObject({ topic })
  await expect.poll(() => dapp.call('sessions')).toEqual([])
})

test('sign-client disconnects: our wallet forgets the session and says why', async () => {
  const topic = await settle()
  const deleted = next('sessionDeleted')
  await dapp.call('disconnect', { topic })
  expect(await deleted).toMatchObject({ topic, reason: { code: 6000 } })
  expect(wallet.sessions()).toEqual([])
})

test('our wallet is offline while a request is sent, and gets it once when it is back', async () => {
  const topic = await settle()
  relay.toWallet.block()
  const received: number[] = []
  wallet.on('sessionRequest', ({ id }) => received.push(id))
  const request = next('sessionRequest')
  const answered = dapp.call('request', {
    topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: ['0x00', address] },
  })
  await expect.poll(() => relay.tagsWaiting(topic)).toContain(1108)
  relay.toWallet.restore()
  const { id } = await request
  await wallet.respond({ topic, requestId: id, response: { result: '0x01' } })
  expect(await answered).toBe('0x01')
  await wallet.ping({ topic })
  expect(received).toEqual([id])
})

test('both sockets are cut in mid-pairing, and the session still settles', async () => {
  const proposal = await propose()
  relay.toDapp.cut()
  relay.toWallet.cut()
  const { session, acknowledged } = await wallet.approve({ proposalId: proposal.id, namespaces: granted })
  expect(await dapp.next('settled')).toMatchObject({ topic: session.topic })
  await acknowledged
  expect([relay.toDapp.connections(), relay.toWallet.connections()].every((count) => count > 1)).toBe(true)
})
