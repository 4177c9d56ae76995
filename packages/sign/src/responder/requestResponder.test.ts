import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionRequest } from '../records/records.ts'
import { address, createTestClients } from '../testing/testClients.fixture.ts'

// Requests of one session wait in a queue: a wallet gets the next one when the previous one is answered or expires.
let house: ReturnType<typeof createTestClients>
let heard: SessionRequest[]
beforeEach(() => {
  house = createTestClients()
  heard = []
  house.wallet.on('sessionRequest', (request) => heard.push(request))
})
afterEach(() => house.stop())

const ask = (topic: string, text: string, expirySeconds = 300) => {
  const request = { method: 'personal_sign', params: [text, address] }
  const answered = house.dapp.request({ topic, chainId: 'eip155:1', request, expirySeconds })
  answered.catch(() => {})
  return answered
}
const texts = () => heard.map(({ params }) => (params as string[])[0])
const answer = (request: SessionRequest | undefined) =>
  house.wallet.respond({
    topic: request?.topic ?? '',
    requestId: request?.id ?? 0,
    response: { result: request?.params },
  })

test('emits requests one at a time, in their order, the next at once', async () => {
  const { topic } = await house.settle()
  const asked = ['a', 'b', 'c'].map((text) => ask(topic, text))
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(3)
  expect(texts()).toEqual(['a'])
  const before = house.clock.now()
  for (let index = 0; index < 3; index += 1) {
    expect(texts()).toHaveLength(index + 1)
    await answer(heard[index])
    expect(await asked[index]).toEqual([['a', 'b', 'c'][index], address])
  }
  expect(texts()).toEqual(['a', 'b', 'c'])
  expect(house.clock.now()).toBe(before)
  expect(house.wallet.pendingRequests()).toEqual([])
})

test('emits the next when the previous one expires', async () => {
  const { topic } = await house.settle()
  const first = ask(topic, 'a', 300)
  ask(topic, 'b', 600)
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(2)
  expect(texts()).toEqual(['a'])
  const expired = expect(first).rejects.toMatchObject({ code: 'request_expired' })
  await house.clock.advance(301_000)
  await expired
  expect(texts()).toEqual(['a', 'b'])
})

const answersOf = async (topic: string) =>
  (await house.unread(house.storages.wallet, topic)).filter(({ tag }) => tag === 1109)

test('answers a request that expires in the queue with 8000', async () => {
  const { topic } = await house.settle()
  ask(topic, 'a', 600)
  ask(topic, 'b', 300)
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(2)
  const { id } = house.wallet.pendingRequests()[1] ?? {}
  // The dapp's own clock would report the expiry at the same time.
  await house.dapp.stop()
  await house.clock.advance(301_000)
  expect(house.wallet.pendingRequests()).toHaveLength(1)
  expect(await answersOf(topic)).toMatchObject([{ payload: { id, error: { code: 8000 } } }])
})

test('a wallet that sleeps past the end of a request answers 8000 for its user', async () => {
  const { topic } = await house.settle()
  ask(topic, 'a')
  ask(topic, 'b', 600)
  await expect.poll(() => texts()).toEqual(['a'])
  await house.dapp.stop()
  // The wallet is awake again, and answers before its timers run.
  const late = house.create(house.storages.wallet, { now: () => house.clock.now() + 301_000, setTimer: () => () => {} })
  await house.wallet.stop()
  await late.ready()
  const response = { result: 'signed' }
  const id = heard[0]?.id ?? 0
  await expect(late.respond({ topic, requestId: id, response })).rejects.toMatchObject({ code: 'request_expired' })
  await expect.poll(() => answersOf(topic)).toMatchObject([{ payload: { id, error: { code: 8000 } } }])
  expect(late.pendingRequests()).toHaveLength(1)
  await expect(late.respond({ topic, requestId: id, response })).rejects.toMatchObject({ code: 'unknown_request' })
})

test('a request without its own end does not block the others', async () => {
  const { topic } = await house.settle()
  const symKey = await house.symKeyOf(house.storages.wallet, topic)
  const params = { chainId: 'eip155:1', request: { method: 'personal_sign', params: ['a', address] } }
  const id = house.clock.now() * 1000
  house.relay.publish(topic, symKey, { id, jsonrpc: '2.0', method: 'wc_sessionRequest', params })
  ask(topic, 'b', 600)
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(2)
  await house.clock.advance(301_000)
  expect(texts()).toEqual(['a', 'b'])
})

test('each session has its own queue, and any request may be answered', async () => {
  const one = await house.settle()
  const two = await house.settle()
  const asked = [ask(one.topic, 'a'), ask(one.topic, 'b'), ask(two.topic, 'c')]
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(3)
  expect(texts().sort()).toEqual(['a', 'c'])
  await answer(house.wallet.pendingRequests().find(({ params }) => (params as string[])[0] === 'b'))
  expect(await asked[1]).toEqual(['b', address])
  expect(texts()).toHaveLength(2)
})

test('requests that waited at a restart are in pendingRequests, and are not emitted again', async () => {
  const { topic } = await house.settle()
  ask(topic, 'a', 600)
  ask(topic, 'b', 600)
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(2)
  await house.wallet.stop()
  const back = house.create(house.storages.wallet)
  back.on('sessionRequest', (request) => heard.push(request))
  await back.ready()
  const [a, b] = back.pendingRequests()
  ask(topic, 'c', 600)
  await expect.poll(() => back.pendingRequests()).toHaveLength(3)
  for (const request of [a, b]) {
    expect(texts()).toEqual(['a'])
    await back.respond({ topic, requestId: request?.id ?? 0, response: { result: 1 } })
  }
  expect(texts()).toEqual(['a', 'c'])
})

test.each([
  ['with a reason', { code: 6000, message: 'User disconnected.' }],
  ['without one', {}],
])('a session that its wallet ends %s rejects every request in it with 6000', async (_, params) => {
  const { topic } = await house.settle()
  const asked = ['a', 'b', 'c'].map((text) => ask(topic, text))
  await expect.poll(() => house.wallet.pendingRequests()).toHaveLength(3)
  const symKey = await house.symKeyOf(house.storages.dapp, topic)
  const id = house.clock.now() * 1000 + 999
  house.relay.publish(topic, symKey, { id, jsonrpc: '2.0', method: 'wc_sessionDelete', params })
  for (const request of asked) {
    await expect(request).rejects.toMatchObject({ code: 'session_ended', reason: { code: 6000 } })
  }
  await expect.poll(() => house.wallet.pendingRequests()).toEqual([])
  expect(texts()).toEqual(['a'])
})
