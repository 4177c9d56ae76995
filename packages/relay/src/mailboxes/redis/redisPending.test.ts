import { createHash } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { startRedis, type TestRedis } from '@hawser/test-kit/startRedis'
import type { IrnPublish } from '@hawser/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailbox, MessageKey, StoredMessage } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'

const manyMessages = 5_000
const fewMessages = 5
const limits = { queuedMessages: 20_000, clientMessages: 100_000, pageMessages: 10_000 }
const clock = { now: 1_795_246_101_455 }
let redis: TestRedis
let mailbox: Mailbox
beforeAll(async () => {
  redis = await startRedis()
  mailbox = await createRedisMailbox({ url: redis.url, limits, timeoutMs: 20_000, now: () => clock.now })
})
afterAll(async () => {
  await mailbox.close()
  await redis.stop()
})

let topicCount = 0
const newTopic = () => {
  topicCount += 1
  return createHash('sha256').update(String(topicCount)).digest('hex')
}
let textCount = 0
const put = async (by: string, topic: string, count: number, part: Partial<IrnPublish> = {}) => {
  const stored: StoredMessage[] = []
  for (let left = count; left > 0; left -= 500) {
    const texts = Array.from({ length: Math.min(left, 500) }, () => {
      textCount += 1
      return `message ${textCount}`
    })
    stored.push(
      ...(await mailbox.put(
        by,
        texts.map((text) => publishOf(text, { topic, ...part })),
      )),
    )
  }
  return stored
}
const take = async (by: string, keys: readonly MessageKey[]) => {
  for (let first = 0; first < keys.length; first += 500) await mailbox.remove(by, keys.slice(first, first + 500))
}
const pending = async (by: string, topic: string, afterSequence = 0) =>
  (await mailbox.pending(by, [{ topic, afterSequence }])).messages.map(({ sequence }) => sequence)
const scriptsSoFar = async () => {
  const [, calls, micros] =
    /cmdstat_evalsha:calls=(\d+),usec=(\d+)/.exec(await redis.send('INFO', 'commandstats')) ?? []
  return { calls: Number(calls), micros: Number(micros) }
}
const costOf = async (run: () => Promise<unknown>) => {
  const before = await scriptsSoFar()
  await run()
  const after = await scriptsSoFar()
  return { calls: after.calls - before.calls, micros: after.micros - before.micros }
}

/** The median, because the time that Redis reports for a call includes waits for the processor. */
const medianOf = (numbers: readonly number[]) =>
  [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0

type Filled = { readonly topic: string; readonly expected: readonly number[] }
const fillings: readonly (readonly [string, (count: number) => Promise<Filled>])[] = [
  [
    'that the client took',
    async (count) => {
      const topic = newTopic()
      await take('wallet', await put('dapp', topic, count))
      return { topic, expected: [] }
    },
  ],
  [
    'that the client wrote',
    async (count) => {
      const topic = newTopic()
      await put('wallet', topic, count)
      return { topic, expected: [] }
    },
  ],
  [
    'that the client took or wrote, but the first, one in the middle and the last',
    async (count) => {
      const topic = newTopic()
      const left: StoredMessage[] = await put('dapp', topic, 1)
      await take('wallet', await put('dapp', topic, count / 2))
      left.push(...(await put('dapp', topic, 1)))
      await put('wallet', topic, count / 2)
      left.push(...(await put('dapp', topic, 1)))
      return { topic, expected: left.map(({ sequence }) => sequence) }
    },
  ],
]

test.each(fillings)(
  'pending: from the beginning, again and again, 5,000 messages %s cost Redis no more than 5',
  async (_name, fill) => {
    const [many, few] = [await fill(manyMessages), await fill(fewMessages)]
    // After a first pass over the messages, in steps that let Redis serve other clients.
    const first = await costOf(async () => expect(await pending('wallet', many.topic)).toEqual(many.expected))
    expect(first.calls).toBeGreaterThanOrEqual(manyMessages / 1_250)
    const costs: { many: number; few: number }[] = []
    for (let round = 0; round < 51; round += 1) {
      const again = await costOf(() => pending('wallet', many.topic))
      expect(again.calls).toBe(1)
      costs.push({ many: again.micros, few: (await costOf(() => pending('wallet', few.topic))).micros })
    }
    expect(await pending('wallet', many.topic)).toEqual(many.expected)
    expect(await pending('wallet', few.topic)).toEqual(few.expected)
    expect(medianOf(costs.map((cost) => cost.many))).toBeLessThan(medianOf(costs.map((cost) => cost.few)) * 3)
  },
  60_000,
)

test('pending: reads many topics and messages in several steps, as one page', async () => {
  const topics = Array.from({ length: 20 }, newTopic)
  const expected: number[] = []
  for (const topic of topics) {
    const [first, ...others] = await put('dapp', topic, 200)
    await take('wallet', others)
    expected.push(first?.sequence ?? 0, ...(await put('dapp', topic, 2)).map(({ sequence }) => sequence))
  }
  const page = await mailbox.pending(
    'wallet',
    topics.map((topic) => ({ topic, afterSequence: 0 })),
  )
  expect(page.messages.map(({ sequence }) => sequence)).toEqual(expected)
  expect(page.hasMore).toBe(false)
  const small = await createRedisMailbox({ url: redis.url, limits: { pageMessages: 50 }, now: () => clock.now })
  const found: number[] = []
  const cursors = new Map(topics.map((topic) => [topic, 0]))
  for (let hasMore = true; hasMore; ) {
    const positions = [...cursors].map(([topic, afterSequence]) => ({ topic, afterSequence }))
    const part = await small.pending('wallet', positions)
    expect(part.messages.length).toBeLessThanOrEqual(50)
    for (const { topic, sequence } of part.messages) cursors.set(topic, sequence)
    found.push(...part.messages.map(({ sequence }) => sequence))
    hasMore = part.hasMore
  }
  expect(found).toEqual(expected)
  await small.close()
})

test('T-93 the record of readers ends with the messages, however long their topic lives', async () => {
  const topic = newTopic()
  await put('other', topic, 1, { ttlSeconds: 3_000 })
  await mailbox.pending('wallet', [{ topic, afterSequence: 0 }])
  const fields = async () => Number((await redis.send('HLEN', `hawser:{${topic}}:box`)).slice(1))
  const before = await fields()
  for (let index = 0; index < 5; index += 1) {
    await put(`client ${index}`, topic, 100)
    expect(await pending(`client ${index}`, topic)).toHaveLength(1 + index * 100)
  }
  expect(await fields()).toBe(before + 5 * 100 * 3 + 5)
  clock.now += 300_000
  for (let isDone = false; !isDone; ) isDone = (await mailbox.purge()) === 0
  expect(await fields()).toBe(before)
})

test('pending: long runs of taken, written and expired messages leave the untaken ones', async () => {
  const clients = ['dapp', 'wallet', 'stranger']
  const by = fc.constantFrom(...clients)
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const command = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      by,
      count: fc.integer({ min: 1, max: 90 }),
      ttl: fc.constantFrom(5, 20),
    }),
    fc.record({ kind: fc.constant('take' as const), by, from: part, to: part }),
    fc.record({ kind: fc.constant('read' as const), by, from: part }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 8 }) }),
  )
  const run = async (commands: readonly (typeof command extends fc.Arbitrary<infer T> ? T : never)[]) => {
    const topic = newTopic()
    let all: (StoredMessage & { takenBy: Set<string> })[] = []
    const left = (client: string, after = 0) =>
      all.filter((one) => one.sequence > after && one.publisherId !== client && !one.takenBy.has(client))
    const isRight = async (client: string, after = 0) =>
      expect(await pending(client, topic, after)).toEqual(left(client, after).map(({ sequence }) => sequence))
    for (const one of commands) {
      if (one.kind === 'wait') clock.now += one.seconds * 1_000
      all = all.filter(({ expiresAt }) => expiresAt > clock.now)
      if (one.kind === 'put') {
        const stored = await put(one.by, topic, one.count, { ttlSeconds: one.ttl })
        all.push(...stored.map((message) => ({ ...message, takenBy: new Set<string>() })))
      }
      if (one.kind === 'take') {
        const taken = left(one.by).filter(
          (_, place, { length }) => place >= one.from * length && place < one.to * length,
        )
        await take(one.by, taken)
        for (const { takenBy } of taken) takenBy.add(one.by)
      }
      if (one.kind === 'read') await isRight(one.by, all[Math.floor(one.from * all.length)]?.sequence)
    }
    for (const client of clients) {
      await isRight(client)
      await isRight(client)
    }
  }
  const numRuns = isNight ? 2_000 : 30
  await fc.assert(fc.asyncProperty(fc.array(command, { maxLength: 30 }), run), { numRuns })
}, 600_000)
