import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SignClient } from '../client/createSignClient.ts'
import { createMemoryStorage } from '../records/storage.ts'
import { asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// The end of a proposal's five minutes: after any action of a wallet there, both sides soon agree on the outcome.
let house: ReturnType<typeof createTestClients>
const lost: unknown[] = []
const lose = (reason: unknown) => lost.push(reason)
beforeEach(() => {
  house = createTestClients()
  lost.length = 0
  process.on('unhandledRejection', lose)
  onTestFinished(() => void process.off('unhandledRejection', lose))
})
afterEach(async () => {
  await house.stop()
  expect(lost).toEqual([])
})

/** Creates a wallet whose clock is behind all others. */
const walletBehind = (ms: number) => house.create(createMemoryStorage(), { now: () => house.clock.now() - ms })

async function propose(wallet: SignClient) {
  const { approval, pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri })
  return { approval, approve: () => wallet.approve({ proposalId: id, namespaces: granted }) }
}

test('F-L12 an approval two seconds before the end is a session', async () => {
  const { approval, approve } = await propose(house.wallet)
  await house.clock.advance(298_000)
  const { acknowledged } = await approve()
  expect((await acknowledged).topic).toBe((await approval).topic)
})

test('F-L12 the wallet gets “expired” for an approval two seconds after the end, for a minute', async () => {
  const { approval, approve } = await propose(house.wallet)
  const expired = expect(approval).rejects.toMatchObject({ code: 'proposal_expired' })
  for (const ms of [302_000, 57_000]) {
    await house.clock.advance(ms)
    await expect(approve()).rejects.toMatchObject({ code: 'proposal_expired' })
  }
  await expired
  await house.clock.advance(2_000)
  await expect(approve()).rejects.toMatchObject({ code: 'unknown_proposal' })
  expect([...house.dapp.sessions(), ...house.wallet.sessions()]).toEqual([])
  expect(house.failures).toEqual([])
})

describe('F-L12 after the end, an approval by a wallet', () => {
  test.each([
    ['a minute behind, two seconds after it', 60_000, 302_000],
    ['five minutes behind, nine minutes after the proposal', 300_000, 540_000],
  ])('%s: gets the error within five seconds', async (_, behindMs, atMs) => {
    const wallet = walletBehind(behindMs)
    const { approval, approve } = await propose(wallet)
    const expired = expect(approval).rejects.toMatchObject({ code: 'proposal_expired' })
    await house.clock.advance(atMs)
    await expired
    const deleted = next(wallet, 'sessionDeleted')
    const { acknowledged } = await approve()
    const reason = { code: 7000, message: 'The proposal has expired. Scan a new code.' }
    const ended = expect(acknowledged).rejects.toMatchObject({ code: 'session_ended', reason })
    const before = house.clock.now()
    expect(await deleted).toMatchObject({ by: 'peer', reason })
    await ended
    expect(house.clock.now() - before).toBeLessThan(5_000)
    expect([...house.dapp.sessions(), ...wallet.sessions()]).toEqual([])
    expect(house.failures).toEqual([])
    // The socket that stayed open for a late approval closes in the end.
    await house.clock.advance(620_000)
    expect(house.relay.connections()).toBe(0)
  })

  test('ignores a late rejection', async () => {
    const wallet = walletBehind(60_000)
    const { approval, pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
    const { id } = await wallet.pair({ pairingUri })
    const expired = expect(approval).rejects.toMatchObject({ code: 'proposal_expired' })
    await house.clock.advance(302_000)
    await expired
    await wallet.reject({ proposalId: id })
    await house.clock.advance(1_000)
    expect(house.failures).toEqual([])
  })
})

describe('a wallet whose dapp never confirms the session', () => {
  async function approveUnheard() {
    const { approval, approve } = await propose(house.wallet)
    approval.catch(() => {})
    await house.dapp.stop()
    const { session, acknowledged } = await approve()
    return { topic: session.topic, silent: expect(acknowledged).rejects.toMatchObject({ code: 'request_expired' }) }
  }

  test('asks once more after five minutes, and ends the session', async () => {
    const { topic, silent } = await approveUnheard()
    await house.clock.advance(300_000)
    await silent
    expect(house.wallet.sessions()).toHaveLength(1)
    const deleted = next(house.wallet, 'sessionDeleted')
    await house.clock.advance(30_000)
    expect(await deleted).toMatchObject({ topic, by: 'self', reason: { code: 7000 } })
    expect(house.wallet.sessions()).toEqual([])
    expect(house.relay.stored(topic).map(({ tag }) => tag)).toContain(1112)
  })

  test('keeps the session if the dapp answers after all', async () => {
    const { topic, silent } = await approveUnheard()
    // The dapp has the settlement, but its confirmation was lost.
    const symKey = await house.symKeyOf(house.storages.wallet, topic)
    await house.clock.advance(300_000)
    await silent
    const [ping] = (await house.unread(house.storages.wallet, topic)).filter(({ tag }) => tag === 1114)
    house.relay.publish(topic, symKey, { id: ping?.payload.id, jsonrpc: '2.0', result: true })
    await house.clock.advance(60_000)
    expect(house.wallet.sessions()).toMatchObject([{ topic, acknowledged: true }])
  })

  test.each([
    ['slept', () => house.clock.sleep(400_000)],
    [
      'was offline',
      async () => {
        house.relay.behaviour.accept = 'absent'
        house.relay.cut()
        await house.clock.advance(300_000)
      },
    ],
  ])('keeps the session if it %s meanwhile: it may have missed the confirmation', async (_, miss) => {
    const { topic, silent } = await approveUnheard()
    await miss()
    house.relay.behaviour.accept = 'yes'
    await house.clock.advance(60_000)
    await silent
    expect(house.wallet.sessions()).toMatchObject([{ topic, acknowledged: false }])
    const symKey = await house.symKeyOf(house.storages.wallet, topic)
    house.relay.publish(topic, symKey, { id: 9, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} })
    await expect.poll(() => house.wallet.sessions()).toMatchObject([{ topic, acknowledged: true }])
  })
})
