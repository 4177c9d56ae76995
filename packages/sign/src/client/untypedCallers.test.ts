import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestClients, granted } from '../testing/testClients.fixture.ts'
import { createSignClient } from './createSignClient.ts'

// Callers in plain JavaScript: for a field that is missing or of another type, the client throws its own error with the
// field's name.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const untyped = (value: unknown) => value as never
const metadata = { name: 'Test', description: '', url: 'https://app.example', icons: [] }

describe('creation fails without', () => {
  test.each<[string, unknown]>([
    ['relayUrl', { metadata }],
    ['relayUrl', { metadata, relayUrl: [null] }],
    ['relayUrl', { metadata, relayUrl: 7 }],
    ['metadata.name', { relayUrl: 'ws://relay.test' }],
    ['metadata.name', { relayUrl: 'ws://relay.test', metadata: { name: null } }],
  ])('%s: %j', (name, options) => {
    const createWebSocket = house.relay.createWebSocket
    expect(() => createSignClient(untyped({ ...Object(options), createWebSocket }))).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(name) }),
    )
  })
})

describe('refuses a call without', () => {
  const chainId = 'eip155:1'
  test.each<[string, (topic: string) => Promise<unknown>]>([
    ['request.method', (topic) => house.dapp.request(untyped({ topic, chainId }))],
    ['request.method', (topic) => house.dapp.request(untyped({ topic, chainId, request: { method: 7 } }))],
    ['response', (topic) => house.wallet.respond(untyped({ topic, requestId: 1 }))],
    ['response', (topic) => house.wallet.respond(untyped({ topic, requestId: 1, response: 'yes' }))],
    ['event.name', (topic) => house.wallet.emit(untyped({ topic, chainId }))],
    ['event.name', (topic) => house.wallet.emit(untyped({ topic, chainId, event: { data: 1 } }))],
  ])('%s', async (name, call) => {
    const { topic } = await house.settle()
    await expect(call(topic)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(name),
    })
  })

  test.each<[string, (topic: string) => Promise<unknown>]>([
    ['invalid_namespaces', (topic) => house.wallet.update(untyped({ topic }))],
    ['invalid_namespaces', () => house.dapp.propose({ optionalNamespaces: untyped('eip155') })],
    ['invalid_pairing_uri', () => house.wallet.pair(untyped({}))],
    ['unknown_proposal', () => house.wallet.approve(untyped({ namespaces: granted }))],
    ['unknown_session', () => house.dapp.ping(untyped({}))],
    ['unknown_session', () => house.dapp.disconnect(untyped({ topic: null }))],
    ['invalid_argument', (topic) => house.dapp.request(untyped({ topic, request: { method: 'personal_sign' } }))],
  ])('its required fields: %s', async (code, call) => {
    const { topic } = await house.settle()
    await expect(call(topic)).rejects.toMatchObject({ code })
  })
})
