import { afterEach, beforeEach, expect, test } from 'vitest'
import { graceMs } from '../lifetime/schedule.ts'
import type { Session } from '../records/records.ts'
import { account, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// The methods that only the wallet of a session may use.
let house: ReturnType<typeof createTestClients>
let session: Session
beforeEach(async () => {
  house = createTestClients()
  session = await house.settle()
})
afterEach(() => house.stop())

const more = {
  eip155: {
    ...granted.eip155,
    accounts: [account, `eip155:10:0x${'22'.repeat(20)}`],
    chains: ['eip155:1', 'eip155:10'],
  },
} as const

test('update: both sides hold and emit the new namespaces, and the dapp confirms', async () => {
  const { topic } = session
  const heard = [next(house.wallet, 'sessionUpdated'), next(house.dapp, 'sessionUpdated')]
  const { session: changed, acknowledged } = await house.wallet.update({ topic, namespaces: more })
  expect(changed.namespaces).toEqual(more)
  expect((await acknowledged).namespaces).toEqual(more)
  for (const told of await Promise.all(heard)) expect(told.namespaces).toEqual(more)
  expect(house.dapp.sessions()[0]?.namespaces).toEqual(more)
  expect(house.wallet.sessions()[0]?.namespaces).toEqual(more)
  expect(house.failures).toEqual([])
})

test('update: removes namespaces at once, with any answer of the dapp', async () => {
  const { topic } = session
  await house.dapp.stop()
  const none = { eip155: { ...granted.eip155, methods: [] } }
  const { acknowledged } = await house.wallet.update({ topic, namespaces: none })
  const symKey = await house.symKeyOf(house.storages.wallet, topic)
  const [sent] = (await house.unread(house.storages.wallet, topic)).filter(({ tag }) => tag === 1104)
  expect(sent?.payload).toMatchObject({ method: 'wc_sessionUpdate', params: { namespaces: none } })
  const error = { code: 1003, message: 'no' }
  house.relay.publish(topic, symKey, { id: sent?.payload.id, jsonrpc: '2.0', error })
  await expect(acknowledged).rejects.toMatchObject({ code: 'request_rejected', reason: error })
  expect(house.wallet.sessions()[0]?.namespaces).toEqual(none)
  const id = house.clock.now() * 1000
  const params = { chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } }
  house.relay.publish(topic, symKey, { id, jsonrpc: '2.0', method: 'wc_sessionRequest', params })
  await expect
    .poll(() => house.unread(house.storages.wallet, topic))
    .toContainEqual(expect.objectContaining({ payload: expect.objectContaining({ id, error: expect.anything() }) }))
  expect(house.wallet.pendingRequests()).toEqual([])
})

test('update: refuses invalid namespaces or a missing required part, and sends nothing', async () => {
  const { topic } = session
  const before = house.relay.requests.length
  const broken = { eip155: { ...granted.eip155, accounts: [] } }
  await expect(house.wallet.update({ topic, namespaces: broken })).rejects.toMatchObject({
    code: 'invalid_namespaces',
    reason: { code: 5001 },
  })
  expect(house.relay.requests.length).toBe(before)
  expect(house.wallet.sessions()[0]?.namespaces).toEqual(granted)
})

test('extend: seven days from now on both sides, on every call of the wallet', async () => {
  const { topic } = session
  for (let day = 0; day < 30; day += 6) {
    await house.clock.sleep(6 * 86_400_000)
    const heard = [next(house.wallet, 'sessionExtended'), next(house.dapp, 'sessionExtended')]
    const { acknowledged } = await house.wallet.extend({ topic })
    await acknowledged
    const end = Math.floor(house.clock.now() / 1000) * 1000 + 7 * 86_400_000
    for (const { expiresAt } of await Promise.all(heard)) expect(expiresAt).toBe(end)
  }
  await house.dapp.ping({ topic })
  const expired = [next(house.dapp, 'sessionExpired'), next(house.wallet, 'sessionExpired')]
  await house.clock.sleep(7 * 86_400_000 + 1_000)
  await house.clock.advance(graceMs)
  expect(await Promise.all(expired)).toMatchObject([{ topic }, { topic }])
})

test('extend: a dapp that returns after a day gets the event', async () => {
  const { topic, expiresAt } = session
  const closed = house.storages.dapp
  await house.dapp.stop()
  await house.clock.sleep(3_600_000)
  const { session: extended } = await house.wallet.extend({ topic })
  expect(extended.expiresAt).toBeGreaterThan(expiresAt)
  await house.clock.sleep(20 * 3_600_000)
  const back = house.create(closed)
  expect((await next(back, 'sessionExtended')).expiresAt).toBe(extended.expiresAt)
})

test('reports a change without confirmation within a day, and keeps it', async () => {
  const { topic } = session
  await house.dapp.stop()
  const { acknowledged } = await house.wallet.update({ topic, namespaces: more })
  const silent = expect(acknowledged).rejects.toMatchObject({ code: 'request_expired' })
  await house.clock.sleep(86_400_000)
  await house.clock.advance(graceMs)
  await silent
  expect(house.wallet.sessions()[0]?.namespaces).toEqual(more)
})

test('only the wallet of a live session changes it', async () => {
  const { topic } = session
  await expect(house.dapp.update({ topic, namespaces: more })).rejects.toMatchObject({ code: 'method_not_granted' })
  await expect(house.dapp.extend({ topic })).rejects.toMatchObject({ code: 'method_not_granted' })
  await house.wallet.disconnect({ topic })
  await expect(house.wallet.update({ topic, namespaces: more })).rejects.toMatchObject({ code: 'unknown_session' })
  await expect(house.wallet.extend({ topic })).rejects.toMatchObject({ code: 'unknown_session' })
})
