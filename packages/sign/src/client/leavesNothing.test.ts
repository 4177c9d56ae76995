import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// A client must leave nothing behind: no listeners on objects that its caller still uses, and no abandoned work.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const day = 86_400_000

/** Creates a page's signal, which outlives the calls that it is passed to. */
function pageSignal() {
  const { signal } = new AbortController()
  return { signal, listeners: () => getEventListeners(signal, 'abort').length }
}

test('releases a signal once its proposal is settled, declined, cancelled or expired', async () => {
  const { signal, listeners } = pageSignal()
  const propose = () => house.dapp.propose({ optionalNamespaces: asked, signal })
  const settled = await propose()
  const { id } = await house.wallet.pair({ pairingUri: settled.pairingUri, signal })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  await settled.approval
  expect(listeners()).toBe(0)

  const declined = await propose()
  const { id: proposalId } = await house.wallet.pair({ pairingUri: declined.pairingUri, signal })
  await house.wallet.reject({ proposalId })
  await expect(declined.approval).rejects.toMatchObject({ code: 'proposal_rejected' })
  const cancelled = await propose()
  cancelled.cancel()
  await expect(cancelled.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  const over = await propose()
  expect(listeners()).toBe(1)
  const late = expect(over.approval).rejects.toMatchObject({ code: 'proposal_expired' })
  await house.clock.advance(301_000)
  await late
  expect(listeners()).toBe(0)
})

test('releases a signal once a request, a ping or a link is answered or refused', async () => {
  const { signal, listeners } = pageSignal()
  const { topic } = await house.settle()
  await house.dapp.ping({ topic, signal })
  const request = { method: 'personal_sign', params: ['0x00', account] }
  const heard = next(house.wallet, 'sessionRequest')
  const answer = house.dapp.request({ topic, chainId: 'eip155:1', request, signal })
  await house.wallet.respond({ topic, requestId: (await heard).id, response: { result: '0x' } })
  await answer
  const tooLarge = { method: 'personal_sign', params: ['x'.repeat(300_000)] }
  await expect(house.dapp.request({ topic, chainId: 'eip155:1', request: tooLarge, signal })).rejects.toBeDefined()
  await expect(house.wallet.pair({ pairingUri: 'wc:nothing', signal })).rejects.toBeDefined()
  expect(listeners()).toBe(0)
})

test('gives up an expired message while the relay is away, and stops connecting', async () => {
  const { topic } = await house.settle()
  await house.wallet.stop()
  house.relay.behaviour.accept = 'absent'
  house.relay.cut()
  const ended = expect(house.dapp.disconnect({ topic })).rejects.toMatchObject({ code: 'relay_unreachable' })
  await house.clock.advance(10_000)
  await ended
  await house.clock.sleep(day)
  await house.clock.advance(60_000)
  house.relay.forgetUpgrades()
  await house.clock.advance(600_000)
  expect(house.dapp.relayStatus()).toBe('disconnected')
  expect(house.relay.upgrades()).toEqual([])
})

test('does not reconnect for calls that end with their socket', async () => {
  const { topic } = await house.settle()
  house.relay.behaviour.answer = (method) => (method === 'irn_unsubscribe' ? 'no' : 'yes')
  await house.dapp.disconnect({ topic })
  await expect.poll(() => house.relay.requests.map(({ method }) => method)).toContain('irn_unsubscribe')
  expect(house.dapp.relayStatus()).toBe('connected')
  house.relay.behaviour.accept = 'absent'
  house.relay.cut()
  house.relay.forgetUpgrades()
  await house.clock.advance(60_000)
  expect(house.dapp.relayStatus()).toBe('disconnected')
})
