import { irnLimits } from '@hawser/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { account, createTestClients, granted, next } from '../testing/testClients.fixture.ts'
import { createMessageLimits } from './messageLimits.ts'

const network = ['wss://relay.walletconnect.org', 'wss://relay.walletconnect.com']
const personalSign = { method: 'personal_sign', params: ['0x00', account] }

test.each([
  ['a result, on the network’s relay', 1109, network, 98_304],
  ['a result, on the network’s relay at one address', 1109, 'wss://relay.walletconnect.com/?a=1', 98_304],
  ['a result, on a relay of one’s own', 1109, 'wss://relay.example', irnLimits.messageLength],
  ['a request, whose limit on the network’s relay is not known', 1108, network, irnLimits.messageLength],
  ['a tag that nobody knows', 4_000, network, irnLimits.messageLength],
])('createMessageLimits: %s', (_, tag, relayUrl, most) => {
  expect(createMessageLimits(relayUrl)(tag)).toBe(most)
})

describe('refuses long messages before the socket', () => {
  let house: ReturnType<typeof createTestClients>
  beforeEach(() => {
    house = createTestClients()
  })
  afterEach(() => house.stop())

  const publishes = () => house.relay.requests.filter(({ method }) => method === 'irn_publish').length

  test('dapp: a request, and the session goes on', async () => {
    const { topic } = await house.settle()
    const before = publishes()
    const request = { method: 'personal_sign', params: ['x'.repeat(irnLimits.messageLength)] }
    await expect(house.dapp.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({
      code: 'message_too_large',
      message: expect.stringMatching(/^The relay takes 262144 bytes of tag 1108 at most, not \d{6}\.$/),
    })
    expect(publishes()).toBe(before)
    await house.dapp.ping({ topic })
  })

  test('dapp: a proposal, whose approval fails too', async () => {
    const { requests } = house.relay
    const description = 'x'.repeat(irnLimits.messageLength)
    const dapp = house.create(house.storages.dapp, {
      metadata: { name: 'Test', description, url: 'https://app.example', icons: [] },
    })
    const proposed = await dapp.propose({ optionalNamespaces: granted })
    await expect(proposed.published).rejects.toMatchObject({ code: 'message_too_large' })
    expect(requests.filter(({ method }) => method.startsWith('wc_') || method === 'irn_publish')).toEqual([])
    proposed.cancel()
    await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  })

  test('wallet: a result by the network’s limit, and the request can still be answered', async () => {
    const wallet = house.create(house.storages.wallet, { relayUrl: network })
    const proposed = await house.dapp.propose({ optionalNamespaces: granted })
    const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
    await wallet.approve({ proposalId: id, namespaces: granted })
    const { topic } = await proposed.approval
    const asked = next(wallet, 'sessionRequest')
    const answer = house.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })
    const { id: requestId } = await asked
    const before = publishes()
    const tooLong = { topic, requestId, response: { result: 'x'.repeat(80_000) } }
    await expect(wallet.respond(tooLong)).rejects.toMatchObject({
      code: 'message_too_large',
      message: expect.stringContaining('98304 bytes of tag 1109'),
    })
    expect(publishes()).toBe(before)
    await wallet.respond({ topic, requestId, response: { result: '0xabcd' } })
    expect(await answer).toBe('0xabcd')
  })

  test.each([
    ['the relay’s known limit', 'yes'],
    ['the relay’s own refusal', { code: -32600, data: 'PayloadSizeExceeded' }],
  ] as const)('wallet: an approval, by %s, leaves no session and notifies the dapp', async (_, answer) => {
    const proposed = await house.dapp.propose({ optionalNamespaces: granted })
    const declined = expect(proposed.approval).rejects.toMatchObject({
      code: 'proposal_rejected',
      reason: { code: 7000 },
    })
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const count = answer === 'yes' ? 4_096 : 1
    const accounts = Array.from({ length: count }, (_, index) => {
      return `eip155:${index + 1}:0x${String(index).padStart(40, '0')}` as const
    })
    house.relay.behaviour.answer = (method) => (method === 'wc_approveSession' ? answer : 'yes')
    const namespaces = { eip155: { accounts, methods: granted.eip155.methods, events: [] } }
    await expect(house.wallet.approve({ proposalId: id, namespaces })).rejects.toMatchObject({
      code: 'message_too_large',
    })
    await declined
    expect(house.wallet.sessions()).toEqual([])
    expect(house.dapp.sessions()).toEqual([])
  })

  test('wallet: an update leaves the session as it was', async () => {
    const { topic } = await house.settle()
    const before = house.wallet.sessions()
    const accounts = Array.from({ length: 4_096 }, (_, index) => {
      return `eip155:${index + 1}:0x${String(index).padStart(40, '0')}` as const
    })
    const namespaces = { eip155: { accounts, methods: granted.eip155.methods, events: [] } }
    await expect(house.wallet.update({ topic, namespaces })).rejects.toMatchObject({ code: 'message_too_large' })
    expect(house.wallet.sessions()).toEqual(before)
    const { acknowledged } = await house.wallet.update({ topic, namespaces: granted })
    await acknowledged
  })

  test('wallet: the reason of a refusal, and an event', async () => {
    const { topic } = await house.settle()
    const long = 'x'.repeat(irnLimits.messageLength)
    const event = { name: 'chainChanged', data: long }
    await expect(house.wallet.emit({ topic, chainId: 'eip155:1', event })).rejects.toMatchObject({
      code: 'message_too_large',
    })
    await expect(house.wallet.disconnect({ topic, reason: { code: 6000, message: long } })).rejects.toMatchObject({
      code: 'message_too_large',
    })
    expect(house.wallet.sessions()).toEqual([])
  })
})

test('the relay’s own refusal has the same code', async () => {
  const house = createTestClients()
  const { topic } = await house.settle()
  house.relay.behaviour.answer = (method) =>
    method === 'irn_publish' ? { code: -32600, data: 'PayloadSizeExceeded', message: 'Maximum size is 4' } : 'yes'
  await expect(house.dapp.request({ topic, chainId: 'eip155:1', request: personalSign })).rejects.toMatchObject({
    code: 'message_too_large',
    message: expect.stringContaining('Maximum size is 4'),
  })
  await house.stop()
})
