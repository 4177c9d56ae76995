import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignClient } from '../client/createSignClient.ts'
import { createClock } from '../testing/clock.fixture.ts'
import { address, asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'
import { createSchedule, graceMs } from './schedule.ts'

test('runs due work on time; late work waits once more, and no longer', async () => {
  const clock = createClock()
  const schedule = createSchedule(clock)
  const heard: string[] = []
  const startedAt = clock.now()
  const at = (name: string, graceMs?: number) =>
    schedule.at(name, startedAt + 1_000, () => heard.push(`${name} ${clock.now() - startedAt}`), graceMs)
  at('on time')
  await clock.advance(1_000)
  at('late')
  at('at once', 0)
  await clock.sleep(60_000)
  expect(heard).toEqual(['on time 1000', 'at once 61000'])
  await clock.advance(graceMs - 1)
  expect(heard).toHaveLength(2)
  await clock.sleep(60_000)
  expect(heard).toEqual(['on time 1000', 'at once 61000', `late ${61_000 + graceMs + 60_000 - 1}`])
})

// A page that sleeps past a deadline, as on phones, while the wallet does not.
let house: ReturnType<typeof createTestClients>
let dapp: SignClient
let isAsleep = false
let overdue: (() => void)[] = []

beforeEach(() => {
  house = createTestClients()
  isAsleep = false
  overdue = []
  dapp = house.create(house.storages.dapp, {
    setTimer(run, delayMs) {
      let isCancelled = false
      const runUnlessCancelled = () => isCancelled || run()
      const cancel = house.clock.setTimer(
        () => (isAsleep ? overdue.push(runUnlessCancelled) : runUnlessCancelled()),
        delayMs,
      )
      return () => {
        isCancelled = true
        cancel()
      }
    },
  })
})
afterEach(() => house.stop())

function sleep(): void {
  isAsleep = true
  house.relay.cut()
}

async function wake(): Promise<void> {
  isAsleep = false
  for (const run of overdue.splice(0)) run()
  // A visitor sees the result within two seconds.
  await house.clock.advance(2_000)
}

async function propose() {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.clock.advance(60_000)
  return { ...proposed, approve: () => house.wallet.approve({ proposalId: id, namespaces: granted }) }
}

test('T-67 F-L6 a page that sleeps from 1:00 to 5:10 takes an approval of 4:30', async () => {
  const heard: string[] = []
  for (const name of ['pairingExpired', 'proposalExpired'] as const) dapp.on(name, () => heard.push(name))
  const { approval, approve } = await propose()
  sleep()
  await house.clock.advance(210_000)
  const { acknowledged } = await approve()
  await house.clock.advance(40_000)
  await wake()
  const { topic } = await approval
  expect((await acknowledged).topic).toBe(topic)
  expect(dapp.sessions()).toMatchObject([{ topic }])
  await house.clock.advance(900_000)
  expect(heard).toEqual([])
})

test('T-67 F-L8 a page that reloads at 5:10 takes it too', async () => {
  const { approval, approve } = await propose()
  approval.catch(() => {})
  await dapp.stop()
  await house.clock.advance(210_000)
  const { session, acknowledged } = await approve()
  await house.clock.advance(40_000)
  // A socket takes longer to open than an overdue timer takes to run.
  house.relay.behaviour.accept = { code: 1006, reason: '' }
  const settled = next(house.create(house.storages.dapp), 'sessionSettled')
  await house.clock.advance(100)
  house.relay.behaviour.accept = 'yes'
  await house.clock.advance(2_000)
  expect((await settled).topic).toBe(session.topic)
  await acknowledged
})

test('a page that sleeps and gets no answer fails within 15 seconds', async () => {
  const { approval } = await propose()
  const expired = expect(approval).rejects.toMatchObject({ code: 'proposal_expired' })
  sleep()
  await house.clock.advance(250_000)
  await wake()
  await house.clock.advance(13_000)
  await expired
  expect(dapp.pairings()).toEqual([])
})

test('T-67 a page that returns at 5:10 gets the answer of 4:50', async () => {
  const { approval, approve } = await propose()
  await approve()
  const { topic } = await approval
  const asking = next(house.wallet, 'sessionRequest')
  const request = { method: 'personal_sign', params: ['0x00', address] }
  const answered = dapp.request({ topic, chainId: 'eip155:1', request })
  const { id } = await asking
  sleep()
  await house.clock.advance(290_000)
  await house.wallet.respond({ topic, requestId: id, response: { result: '0x01' } })
  await house.clock.advance(20_000)
  await wake()
  expect(await answered).toBe('0x01')
})

test('a session that was extended meanwhile survives a page’s sleep past its old end', async () => {
  const { approval, approve } = await propose()
  await approve()
  const { topic } = await approval
  await house.clock.advance(1_000)
  sleep()
  await house.clock.sleep(7 * 86_400_000 - 60_000)
  const { session } = await house.wallet.extend({ topic })
  await house.clock.advance(120_000)
  const expired: unknown[] = []
  dapp.on('sessionExpired', (event) => expired.push(event))
  await wake()
  await house.clock.advance(60_000)
  expect(dapp.sessions()).toMatchObject([{ topic, expiresAt: session.expiresAt }])
  expect(expired).toEqual([])
})
