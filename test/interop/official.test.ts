import { createRelay, type Relay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopAtEnd } from './parties.ts'
import { type Peer, startPeer } from './startPeer.ts'

// Both official clients, each in its own process, connect only through our relay.
const address = '0x1111111111111111111111111111111111111111'
const account = `eip155:1:${address}`
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }
const granted = { eip155: { ...asked.eip155, accounts: [account] } }

let relay: Relay
let dapp: Peer
let wallet: Peer

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  ;[dapp, wallet] = await Promise.all([
    startPeer('./signClientPeer.ts', { RELAY_URL: url }),
    startPeer('./walletkitPeer.ts', { RELAY_URL: url }),
  ])
  stopAtEnd(dapp)
  stopAtEnd(wallet)
})

afterEach(() => relay.stop())

test('sign-client 2.21.8 and walletkit 1.2.10 settle, sign and ping through our relay', async () => {
  const uri = await dapp.call('connect', { namespaces: asked })
  await wallet.call('pair', { uri })
  const proposal = (await wallet.next('proposal')) as { id: number }
  const topic = await wallet.call('approve', { id: proposal.id, namespaces: granted })
  expect(await dapp.next('settled')).toMatchObject({ topic })
  await expect.poll(() => wallet.call('isAcknowledged', { topic })).toBe(true)

  const answered = dapp.call('request', {
    topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: ['0x68656c6c6f', address] },
  })
  const request = (await wallet.next('request')) as { id: number }
  await wallet.call('respond', { topic, response: { id: request.id, jsonrpc: '2.0', result: '0xabcd' } })
  expect(await answered).toBe('0xabcd')

  await dapp.call('ping', { topic })
  await wallet.call('ping', { topic })
  await dapp.call('disconnect', { topic })
  expect(await wallet.next('deleted')).toMatchObject({ topic })
})

test('walletkit rejects, and sign-client gets the number', async () => {
  const uri = await dapp.call('connect', { namespaces: asked })
  await wallet.call('pair', { uri })
  const proposal = (await wallet.next('proposal')) as { id: number }
  await wallet.call('reject', { id: proposal.id })
  expect(await dapp.next('refused')).toMatchObject({ code: 5000 })
})
