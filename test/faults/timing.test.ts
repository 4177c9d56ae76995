import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { startRedis, type TestRedis } from '@hawser/test-kit/startRedis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messageIdOf } from '../../packages/relay/src/mailboxes/mailbox.ts'
import { createTestClient, type TestClient } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { type FaultRun, startFaultRun } from './faultRun.ts'
import { percentile } from './percentile.ts'
import { unlimitedRates } from './relayNodes.ts'
import { startRelayProcess, stopRelayProcesses } from './relayProcess.ts'

// A client that guesses topics must learn nothing from response times.
const rounds = isNight ? 10_000 : 100
const bound = 0.05
// A read on Redis walks the topic's kept messages, and removing the last listener costs the relay a few microseconds.
const floorMs = { SQLite: 0, Redis: 0.02 } as const
const calls: readonly (readonly [method: string, params: (topic: string) => object])[] = [
  ['irn_fetchMessages', (topic) => ({ topic })],
  ['irn_batchReceive', (topic) => ({ receipts: [{ topic, messageId: topic }] })],
  ['irn_subscribe', (topic) => ({ topic })],
  ['irn_batchSubscribe', (topic) => ({ topics: [topic] })],
  ['irn_unsubscribe', (topic) => ({ topic, id: 'x' })],
]
let run: FaultRun
let redis: TestRedis | undefined
const clients: TestClient[] = []

beforeEach(() => {
  run = startFaultRun('T-80', 0)
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate()
  await stopRelayProcesses()
  await redis?.stop()
  redis = undefined
  run.stop()
})

/** Starts a relay on the store, and three clients of it. */
async function start(store: string) {
  if (store === 'Redis') redis = await startRedis()
  const environment: Record<string, string> = redis === undefined ? {} : { HAWSER_RELAY_REDIS_URL: redis.url }
  const { url } = await startRelayProcess({
    args: ['--data', join(run.folder, 'data'), ...unlimitedRates],
    environment,
  })
  const connect = async () => {
    const client = await createTestClient(url)
    clients.push(client)
    return client
  }
  return { publisher: await connect(), reader: await connect(), guesser: await connect() }
}

for (const store of ['SQLite', 'Redis'] as const) {
  test(`T-80: ${rounds} times a topic in use is answered as one that is not, on ${store}`, async () => {
    const { publisher, reader, guesser } = await start(store)
    const took = new Map(calls.map(([method]) => [method, { used: [] as number[], unused: [] as number[] }]))
    const resultOf = async (client: TestClient, method: string, params: object) => {
      const answer = await client.request(method, params)
      return answer.kind === 'result' ? answer.result : answer
    }
    for (let round = 0; round < rounds; round += 1) {
      // The topic is in use: a reader is subscribed and has taken its message. The guesser's own copy is gone too.
      const [used, unused] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
      const messageId = messageIdOf(`${round}`)
      await reader.request('irn_subscribe', { topic: used })
      await publisher.request('irn_publish', { topic: used, message: `${round}`, ttl: 300 })
      await reader.nextDelivery()
      await guesser.request('irn_batchReceive', { receipts: [{ topic: used, messageId }] })
      // Both topics get the same calls, so that the guesser has the same history with each.
      for (const [method, params] of calls) {
        const words: string[] = []
        const both = [['used', used] as const, ['unused', unused] as const]
        for (const [kind, topic] of run.random.next() < 0.5 ? both : both.reverse()) {
          const startedAt = performance.now()
          const result = await resultOf(guesser, method, params(topic))
          took.get(method)?.[kind].push(performance.now() - startedAt)
          // Subscription ids are hashes of the topic.
          words.push(JSON.stringify(result).replace(/[0-9a-f]{64}/g, 'hash'))
        }
        expect(words[0], method).toBe(words[1])
      }
      await reader.request('irn_unsubscribe', { topic: used, id: 'x' })
    }
    const apart = [...took].map(([method, { used, unused }]) => {
      const [one, other] = [percentile(used, 0.5), percentile(unused, 0.5)]
      const ratio = one / other
      console.log(
        `T-80: ${method} on ${store}: median ${one.toFixed(3)} ms in use, ${other.toFixed(3)} ms not (${ratio.toFixed(3)})`,
      )
      return { method, ratio, isSame: Math.abs(one - other) <= Math.max(bound * other, floorMs[store]) }
    })
    if (isNight) expect(apart.filter(({ isSame }) => !isSame)).toEqual([])
  }, 600_000)
}
