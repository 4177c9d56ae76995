import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProposedPairing } from '../proposer/proposer.ts'
import { asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'

let house: ReturnType<typeof createTestClients>
let proposed: ProposedPairing
let topic: string
let id: number
beforeEach(async () => {
  house = createTestClients()
  proposed = await house.dapp.propose({ optionalNamespaces: asked })
  topic = proposed.pairingTopic
  id = (await house.wallet.pair({ pairingUri: proposed.pairingUri })).id
})
afterEach(() => house.stop())

test('pairings: both sides list theirs without the key', () => {
  const { expiresAt } = proposed
  expect(house.dapp.pairings()).toEqual([{ topic, expiresAt, role: 'dapp' }])
  expect(house.wallet.pairings()).toEqual([{ topic, expiresAt: expect.any(Number), role: 'wallet' }])
})

test('pingPairing: answered both ways, gives up after 30 seconds, and refuses foreign pairings', async () => {
  await house.dapp.pingPairing({ topic })
  await house.wallet.pingPairing({ topic })
  const unknown = { topic: 'ab'.repeat(32) }
  await expect(house.dapp.pingPairing(unknown)).rejects.toMatchObject({ code: 'unknown_pairing' })
  await expect(house.dapp.deletePairing(unknown)).rejects.toMatchObject({ code: 'unknown_pairing' })
  await house.wallet.stop()
  const lost = expect(house.dapp.pingPairing({ topic })).rejects.toMatchObject({ code: 'request_expired' })
  await expect.poll(() => house.relay.stored(topic).some(({ tag }) => tag === 1002)).toBe(true)
  await house.clock.advance(30_000)
  await lost
  const abort = new AbortController()
  const aborted = house.dapp.pingPairing({ topic, signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(aborted).rejects.toThrow('enough')
})

test('deletePairing by the dapp: its approval rejects, and the wallet forgets the proposal', async () => {
  const told = [next(house.wallet, 'pairingDeleted'), next(house.wallet, 'proposalExpired')]
  const cancelled = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  await house.dapp.deletePairing({ topic })
  await cancelled
  expect(await Promise.all(told)).toEqual([{ topic }, { id, pairingTopic: topic }])
  expect([...house.dapp.pairings(), ...house.wallet.pairings(), ...house.wallet.pendingProposals()]).toEqual([])
  await expect.poll(() => keptOf(house.storages.wallet, 'pairings')).toBeUndefined()
  await expect.poll(() => keptOf(house.storages.dapp, 'pairings')).toBeUndefined()
})

test('deletePairing by the wallet: the dapp emits it, and its approval rejects with 6000', async () => {
  const told = next(house.dapp, 'pairingDeleted')
  const rejected = expect(proposed.approval).rejects.toMatchObject({
    code: 'proposal_rejected',
    reason: { code: 6000 },
  })
  await house.wallet.deletePairing({ topic })
  await rejected
  expect(await told).toEqual({ topic })
  expect([...house.dapp.pairings(), ...house.wallet.pairings(), ...house.wallet.pendingProposals()]).toEqual([])
})

test('deletePairing after settlement keeps the session', async () => {
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const session = await proposed.approval
  await expect(house.dapp.deletePairing({ topic })).rejects.toMatchObject({ code: 'unknown_pairing' })
  await house.wallet.deletePairing({ topic })
  await house.dapp.ping({ topic: session.topic })
})

describe('after five minutes', () => {
  const hear = () => {
    const heard: string[] = []
    for (const end of ['dapp', 'wallet'] as const) {
      house[end].on('proposalExpired', (event) => heard.push(`${end} proposal ${event.id} ${event.pairingTopic}`))
      house[end].on('pairingExpired', (event) => heard.push(`${end} pairing ${event.topic}`))
    }
    return heard
  }

  test('F-L12 both sides emit the end of an unanswered proposal and its pairing', async () => {
    const heard = hear()
    const expired = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_expired' })
    await house.clock.advance(299_000)
    expect(heard).toEqual([])
    await house.clock.advance(1_000)
    await expired
    expect(heard.sort()).toEqual([
      `dapp pairing ${topic}`,
      `dapp proposal ${id} ${topic}`,
      `wallet pairing ${topic}`,
      `wallet proposal ${id} ${topic}`,
    ])
  })

  test.each(['approved', 'rejected'] as const)('emits nothing for one that was %s', async (how) => {
    const heard = hear()
    if (how === 'approved') await house.wallet.approve({ proposalId: id, namespaces: granted })
    else await house.wallet.reject({ proposalId: id })
    await proposed.approval.catch(() => {})
    await house.clock.advance(900_000)
    expect(heard).toEqual([])
    expect(house.wallet.pairings()).toEqual([])
  })
})

test('refuses a proposal that the wallet cannot read, with 1121 and the reason, without asking', async () => {
  // A second dapp, whose proposal is changed on its way by a relay that has the pairing's key.
  const other = await house.dapp.propose({ optionalNamespaces: asked })
  await other.published
  const key = await house.symKeyOf(house.storages.dapp, other.pairingTopic)
  const [sent] = await house.unread(house.storages.dapp, other.pairingTopic)
  house.relay.behaviour.push = (delivery, forward) => {
    if (delivery.topic === other.pairingTopic && delivery.tag === 1100) return
    forward(delivery)
  }
  const pairing = house.wallet.pair({ pairingUri: other.pairingUri })
  const refused = expect(pairing).rejects.toMatchObject({ code: 'invalid_namespaces' })
  const rejected = expect(other.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5100 } })
  const isHeard = () =>
    house.relay.requests.some(({ method, text }) => /ubscribe$/.test(method) && text.includes(other.pairingTopic))
  await expect.poll(isHeard).toBe(true)
  const params = {
    ...(sent?.payload.params as object),
    optionalNamespaces: { eip155: { ...asked.eip155, chains: [] } },
  }
  house.relay.publish(other.pairingTopic, key, {
    id: sent?.payload.id,
    jsonrpc: '2.0',
    method: 'wc_sessionPropose',
    params,
  })
  await refused
  await rejected
  expect(house.failures).toContain('invalid_namespaces')
  const tags = house.relay.requests.flatMap(({ text }) => JSON.parse(text).params.tag ?? [])
  expect(tags).toContain(1121)
})
