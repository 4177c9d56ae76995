import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestRelayBehaviour } from './createTestRelay.ts'
import { address, createTestClients, granted, next } from './testClients.fixture.ts'

/** Tests a client on a relay that writes the ids of its answers and deliveries in one of these ways. */
export function testRelayIds(ids: TestRelayBehaviour['ids']): void {
  describe(`a relay that writes ids ${ids}`, () => {
    let house: ReturnType<typeof createTestClients>
    beforeEach(() => {
      house = createTestClients()
      house.relay.behaviour.ids = ids
    })
    afterEach(() => house.stop())

    test('links: session, request, update and end, each message acknowledged', async () => {
      const { topic } = await house.settle()
      const incoming = next(house.wallet, 'sessionRequest')
      const request = { method: 'personal_sign', params: ['0x00', address] }
      const answered = house.dapp.request({ topic, chainId: 'eip155:1', request })
      const { id } = await incoming
      await house.wallet.respond({ topic, requestId: id, response: { result: '0x01' } })
      expect(await answered).toBe('0x01')
      const { acknowledged } = await house.wallet.update({ topic, namespaces: granted })
      await acknowledged
      await expect.poll(() => house.relay.stored(topic)).toEqual([])
      await house.dapp.disconnect({ topic })
      await expect.poll(() => house.wallet.sessions()).toEqual([])
      expect(house.failures).toEqual([])
    })

    test('refuses: only the refused call rejects', async () => {
      const { topic } = await house.settle()
      house.relay.behaviour.answer = (method) => (method === 'wc_proposeSession' ? { code: -32000 } : 'yes')
      await expect((await house.dapp.propose({})).published).rejects.toMatchObject({ code: 'relay_refused' })
      await house.dapp.ping({ topic })
    })

    test('has no composites: the client subscribes and publishes instead', async () => {
      house.relay.behaviour.answer = (method) => (method.startsWith('wc_') ? { code: -32601 } : 'yes')
      await house.settle()
      expect(house.failures).toEqual([])
    })

    test('puts off: sends the message again under its id', async () => {
      let refusals = 1
      house.relay.behaviour.answer = (method) =>
        method === 'wc_proposeSession' && refusals-- > 0 ? { code: -32603 } : 'yes'
      const { published } = await house.dapp.propose({})
      await expect.poll(() => refusals).toBe(0)
      await house.clock.advance(1_000)
      await published
      const sent = house.relay.requests.map(({ text }) => /^\{"id":"(\d+)"/.exec(text)?.[1])
      expect(new Set(sent).size).toBe(1)
      expect(sent).toHaveLength(2)
    })
  })
}
