import { createHash } from 'node:crypto'
import { startRedis } from '@hawser/test-kit/startRedis'
import { expect, onTestFinished, test } from 'vitest'
import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../../errors.ts'
import type { MailboxLimits } from '../../limits/limits.ts'
import type { StoredMessage } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'

const topicOf = (name: string) => createHash('sha256').update(`put ${name}`).digest('hex')
const textsOf = (messages: readonly StoredMessage[]) => messages.map(({ message }) => message)

async function start(limits: Partial<MailboxLimits> = {}) {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const mailbox = await createRedisMailbox({ url: redis.url, limits, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  const put = (text: string, ...topics: readonly string[]) =>
    mailbox.put(
      'dapp',
      (topics.length === 0 ? ['one'] : topics).map((topic) => publishOf(text, { topic: topicOf(topic) })),
    )
  const waiting = async (topic = 'one') =>
    textsOf((await mailbox.pending('wallet', [{ topic: topicOf(topic), afterSequence: 0 }])).messages)
  return { redis, mailbox, put, waiting }
}

/** The result of each put: its new messages, or its error. */
async function outcomesOf(puts: readonly Promise<readonly StoredMessage[]>[]) {
  const settled = await Promise.allSettled(puts)
  return settled.map((one) => (one.status === 'fulfilled' ? textsOf(one.value) : one.reason))
}
const refused = expect.any(MailboxLimitExceededError)
const failed = expect.any(MailboxFailedError)
const full = expect.any(StoreFullError)

test('put: those of one turn of the event loop on one topic are one call of Redis', async () => {
  const { redis, put, waiting } = await start()
  await put('first')
  const before = await redis.scriptCalls()
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)
  const outcomes = await outcomesOf([...texts, 'text 3', 'first'].map((text) => put(text)))
  expect(await redis.scriptCalls()).toBe(before + 1)
  expect(outcomes).toEqual([...texts.map((text) => [text]), [], []])
  expect(await waiting()).toEqual(['first', ...texts])
})

test('put: those that arrive while Redis works on their topic go together', async () => {
  const { redis, put, waiting } = await start()
  await put('first')
  const before = await redis.scriptCalls()
  const puts = [put('second')]
  await new Promise(setImmediate)
  puts.push(put('third'))
  await new Promise(setImmediate)
  puts.push(put('fourth'))
  await Promise.all(puts)
  expect(await redis.scriptCalls()).toBeLessThanOrEqual(before + 2)
  expect(await waiting()).toEqual(['first', 'second', 'third', 'fourth'])
})

test('put: a call keeps its place among those on one topic, also with several topics', async () => {
  const { put, waiting } = await start()
  await outcomesOf([put('1'), put('2', 'one', 'two'), put('3'), put('4', 'two'), put('5', 'two', 'one'), put('6')])
  expect(await waiting()).toEqual(['1', '2', '3', '5', '6'])
  expect(await waiting('two')).toEqual(['2', '4', '5'])
})

test('put: of those that go together, only those that have no room are refused', async () => {
  const { put, waiting } = await start({ queuedMessages: 3, queuedLength: 1_000 })
  const long = 'x'.repeat(1_000)
  expect(await outcomesOf([put('1'), put(long), put('2'), put('1'), put('3'), put('4'), put('2')])).toEqual([
    ['1'],
    refused,
    ['2'],
    [],
    ['3'],
    refused,
    [],
  ])
  expect(await waiting()).toEqual(['1', '2', '3'])
})

test('put: of those that go together, a full Redis still answers for what it has', async () => {
  const { redis, put } = await start()
  await put('known')
  await redis.send('CONFIG', 'SET', 'maxmemory', '1mb')
  const [known, ...others] = await outcomesOf([put('known'), put('new'), put('known'), put('another')])
  expect([known, ...others]).toEqual([[], full, [], full])
  await redis.send('CONFIG', 'SET', 'maxmemory', '0')
  expect(await outcomesOf([put('new'), put('another')])).toEqual([['new'], ['another']])
})

test('put: if Redis is away, all that go together fail, and are stored once when it is back', async () => {
  const { redis, put, waiting } = await start()
  await put('first')
  await redis.kill()
  expect(await outcomesOf([put('1'), put('2'), put('3', 'one', 'two')])).toEqual([failed, failed, failed])
  await redis.restart()
  await expect.poll(() => outcomesOf([put('1'), put('2')]), { timeout: 20_000 }).toEqual([['1'], ['2']])
  await put('3')
  expect(await waiting()).toEqual(['first', '1', '2', '3'])
})

test('put: reads of a topic that nobody watches do not get in its way', async () => {
  const { mailbox } = await start()
  const topics = Array.from({ length: 300 }, (_, index) => topicOf(`unwatched ${index}`))
  const read = (topic: string) => mailbox.pending('wallet', [{ topic, afterSequence: 0 }])
  const puts = topics.map(async (topic, index) => {
    const before = Array.from({ length: index % 3 }, () => read(topic))
    await new Promise((resolve) => setTimeout(resolve, index % 7))
    const stored = mailbox.put('dapp', [publishOf('text', { topic }), publishOf('text', { topic: topicOf('common') })])
    const after = Array.from({ length: index % 4 }, async (_, turn) => {
      for (let left = turn; left > 0; left -= 1) await new Promise(setImmediate)
      await read(topic)
      mailbox.unwatch([topic])
    })
    await Promise.all([...before, ...after])
    return (await stored).length
  })
  expect(await Promise.all(puts)).not.toContain(0)
})

test('put: messages of two relays that go together at once are stored once, each', async () => {
  const { redis, mailbox, waiting } = await start()
  const other = await createRedisMailbox({ url: redis.url, timeoutMs: 20_000 })
  onTestFinished(() => other.close())
  const topic = topicOf('one')
  for (let round = 0; round < 10; round += 1) {
    const puts = Array.from({ length: 10 }, (_, index) =>
      [mailbox, other].map((one) => one.put('dapp', [publishOf(`${round} ${index}`, { topic })])),
    )
    expect((await Promise.all(puts.flat())).flat()).toHaveLength(10)
  }
  expect(new Set(await waiting()).size).toBe(100)
  expect(await waiting()).toHaveLength(100)
})
