import { createHash } from 'node:crypto'
import { startRedis } from '@hawser/test-kit/startRedis'
import { expect, onTestFinished, test } from 'vitest'
import { MailboxLimitExceededError } from '../../errors.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'

const topicOf = (name: string) => createHash('sha256').update(name).digest('hex')

async function start(limits: { queuedMessages?: number; clientMessages?: number } = {}) {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const mailbox = await createRedisMailbox({ url: redis.url, limits, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  const callsOf = async (work: () => Promise<unknown>) => {
    const before = await redis.scriptCalls()
    await work()
    return (await redis.scriptCalls()) - before
  }
  return { redis, mailbox, callsOf }
}

test('put, remove: those of one turn of the event loop are one call of Redis each', async () => {
  const { mailbox, callsOf } = await start()
  const topics = Array.from({ length: 50 }, (_, index) => topicOf(`together ${index}`))
  const putAll = (text: string) =>
    Promise.all(
      topics.map((topic, index) => mailbox.put(`dapp ${index % 5}`, [publishOf(text, { topic })], '192.0.2.1')),
    )
  // The first call loads the script into Redis.
  await mailbox.remove('wallet', (await putAll('first')).flat())
  const stored: Awaited<ReturnType<typeof putAll>> = []
  expect(
    await callsOf(async () => {
      stored.push(...(await putAll('second')))
    }),
  ).toBe(1)
  expect(stored.flat().map(({ topic, publisherId, message }) => `${topic} ${publisherId} ${message}`)).toEqual(
    topics.map((topic, index) => `${topic} dapp ${index % 5} second`),
  )
  const taken = stored.flat().filter((_, index) => index % 2 === 0)
  expect(
    await callsOf(() => Promise.all(taken.map((key, index) => mailbox.remove(`wallet ${index % 3}`, [key])))),
  ).toBe(1)
  for (const wallet of [0, 1, 2]) {
    const mine = taken.filter((_, index) => index % 3 === wallet)
    const { messages } = await mailbox.pending(
      `wallet ${wallet}`,
      stored.flat().map(({ topic, sequence }) => ({ topic, afterSequence: sequence - 1 })),
    )
    expect(messages).toEqual(stored.flat().filter((one) => !mine.includes(one)))
  }
})

test('put: of puts in one call, Redis refuses only those that have no room', async () => {
  const { mailbox } = await start({ queuedMessages: 1, clientMessages: 3 })
  const put = (by: string, topic: string, text: string) => mailbox.put(by, [publishOf(text, { topic: topicOf(topic) })])
  await put('other', 'full', 'there')
  const results = await Promise.allSettled([
    put('dapp', 'a', '1'),
    put('dapp', 'full', '2'),
    put('dapp', 'b', '3'),
    put('other', 'c', '4'),
    put('dapp', 'd', '5'),
    put('dapp', 'e', '6'),
    put('dapp', 'a', '1'),
  ])
  const said = results.map((result) =>
    result.status === 'fulfilled' ? result.value.map(({ message }) => message).join() : result.reason,
  )
  const refused = expect.any(MailboxLimitExceededError)
  expect(said).toEqual(['1', refused, '3', '4', '5', refused, ''])
})

test('a read after a put or remove in the same turn sees its effect', async () => {
  const { mailbox } = await start({ queuedMessages: 1 })
  // The relay sends a script again if Redis does not know it yet, so the first calls run before the measured ones.
  await mailbox.remove('wallet', await mailbox.put('dapp', [publishOf('first')]))
  const topic = topicOf('in order')
  const at = [{ topic, afterSequence: 0 }]
  const stored = await mailbox.put('dapp', [publishOf('one', { topic })])
  const [, page] = await Promise.all([mailbox.remove('wallet', stored), mailbox.pending('wallet', at)])
  expect(page.messages).toEqual([])
  const [second, after] = await Promise.all([
    mailbox.put('dapp', [publishOf('two', { topic })]),
    mailbox.pending('wallet', at),
  ])
  expect(second).toHaveLength(1)
  expect(after.messages).toEqual(second)
})

test('put: Redis is full: each of those that go together is stored or refused by itself', async () => {
  const { redis, mailbox } = await start()
  const put = (text: string) => mailbox.put('dapp', [publishOf(text, { topic: topicOf(text) })])
  await put('known')
  await redis.send('CONFIG', 'SET', 'maxmemory', '1mb')
  const results = await Promise.allSettled([put('known'), put('new'), put('known too')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})
