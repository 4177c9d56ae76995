import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRelay, type Relay } from './createRelay.ts'
import { createTestClient, createTestIdentity } from './createTestClient.conformance.ts'
import { subscriptionIdOf } from './deliveries.ts'

const newTopic = () => randomBytes(32).toString('hex')
const envelope = (topic: string, message = randomBytes(40).toString('base64')) => ({
  topic,
  message,
  ttl: 300,
  tag: 1108,
  prompt: true,
})

let relay: Relay
let url: string

beforeEach(async () => {
  relay = createRelay({})
  url = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
})
afterEach(() => relay.stop())

test('irn_publish: reaches the other subscriber once, with its tag and no attestation as an empty text', async () => {
  const topic = newTopic()
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
  const answer = await wallet.request('irn_subscribe', { topic })
  expect(answer).toMatchObject({ kind: 'result', result: subscriptionIdOf(topic, wallet.clientId) })
  const before = Date.now()
  expect(await dapp.request('irn_publish', envelope(topic, 'sealed'))).toMatchObject({ result: true })
  const { delivery, subscriptionId, idToken } = await wallet.nextDelivery()
  expect(delivery).toEqual({ topic, message: 'sealed', publishedAt: delivery.publishedAt, tag: 1108, attestation: '' })
  expect(wallet.received.at(-1)).toContain('"attestation":""')
  expect(delivery.publishedAt).toBeGreaterThanOrEqual(before)
  expect(subscriptionId).toBe(subscriptionIdOf(topic, wallet.clientId))
  expect(idToken).toMatch(/^"\d{19}"$/)
  await wallet.settle()
  expect(wallet.deliveries).toHaveLength(1)
})

test('irn_publish: never echoes to its publisher, on any of its sockets', async () => {
  const topic = newTopic()
  const identity = createTestIdentity()
  const [first, second] = await Promise.all([createTestClient(url, { identity }), createTestClient(url, { identity })])
  for (const client of [first, second]) await client.request('irn_subscribe', { topic })
  await first.request('irn_publish', envelope(topic))
  await Promise.all([first.settle(), second.settle()])
  const third = await createTestClient(url, { identity })
  await third.request('irn_subscribe', { topic })
  await third.settle()
  expect([first, second, third].flatMap(({ deliveries }) => deliveries)).toEqual([])
})
