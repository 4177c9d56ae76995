import { startRedis, startRedisCluster } from '@hawser/test-kit/startRedis'
import { expect, onTestFinished, test } from 'vitest'
import type { Mailbox } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'

const limits = { addressLength: 40_000 }
const messages = 300

/** Two client ids of one address, each of which takes the messages of the other. */
async function takeFromEachOther(mailbox: Mailbox): Promise<void> {
  for (let index = 0; index < messages; index += 1) {
    const [from, to] = index % 2 === 0 ? ['one', 'two'] : ['two', 'one']
    const topic = (index % 7).toString(16).repeat(64)
    await mailbox.remove(to, await mailbox.put(from, [publishOf(`${index} `.padEnd(1_000), { topic })], '192.0.2.1'))
  }
}

type Send = (...command: readonly string[]) => Promise<string>

/** The number of messages in all logs, or of fields in all acks, together. */
async function countOf(send: Send, kind: 'log' | 'acks'): Promise<number> {
  const keys = (await send('KEYS', `hawser:*:${kind}`)).match(/hawser:\S+/g) ?? []
  const counts = await Promise.all(
    keys.map(async (key) => Number((await send(kind === 'log' ? 'XLEN' : 'HLEN', key)).slice(1))),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

test.each([
  ['one Redis', async () => [await startRedis()]],
  ['a cluster', async () => (await startRedisCluster(3)).nodes],
] as const)('T-93 messages removed for room leave Redis at the next purge (%s)', async (_kind, startNodes) => {
  const nodes = await startNodes()
  onTestFinished(async () => {
    for (const node of nodes) await node.stop()
  })
  const mailbox = await createRedisMailbox({ urls: nodes.map(({ url }) => url), limits, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  await takeFromEachOther(mailbox)
  await mailbox.purge()
  const counts = await Promise.all(nodes.map((node) => countOf(node.send, 'log')))
  const most = Math.floor(limits.addressLength / 1_500)
  const count = counts.reduce((sum, one) => sum + one, 0)
  expect(count).toBeGreaterThan(most / 2)
  expect(count).toBeLessThanOrEqual(most)
})

test('T-93 many acks of one client are one field, which leaves Redis with the last message', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const clock = { now: Date.now() }
  const mailbox = await createRedisMailbox({ url: redis.url, now: () => clock.now, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  const exchange = async (text: string) => mailbox.remove('wallet', await mailbox.put('dapp', [publishOf(text)]))
  for (let index = 0; index < 20; index += 1) await exchange(`early ${index}`)
  clock.now += 200_000
  for (let index = 0; index < 5; index += 1) await exchange(`late ${index}`)
  expect([await countOf(redis.send, 'log'), await countOf(redis.send, 'acks')]).toEqual([25, 2])
  clock.now += 100_000
  await mailbox.purge()
  expect(await countOf(redis.send, 'log')).toBe(5)
  clock.now += 200_000
  await mailbox.purge()
  expect(await countOf(redis.send, 'log')).toBe(0)
  expect(await countOf(redis.send, 'acks')).toBe(0)
})

test('T-82 before it refuses a client, a relay learns which messages other relays delivered', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const open = () => createRedisMailbox({ url: redis.url, limits: { clientMessages: 8 }, timeoutMs: 20_000 })
  const [left, right] = [await open(), await open()]
  onTestFinished(async () => {
    for (const mailbox of [left, right]) await mailbox.close()
  })
  const topicAt = (index: number) => index.toString(16).padStart(64, '0')
  const put = (index: number) => left.put('dapp', [publishOf('one', { topic: topicAt(index) })], '192.0.2.1')
  for (let index = 0; index < 8; index += 1) await put(index)
  for (let index = 0; index < 4; index += 1) {
    const { messages } = await right.pending('wallet', [{ topic: topicAt(index), afterSequence: 0 }])
    await right.remove('wallet', messages)
  }
  for (let index = 8; index < 12; index += 1) expect(await put(index)).toHaveLength(1)
  await expect(put(12)).rejects.toMatchObject({ bound: 'client' })
})

test('an endless publisher makes the relay ask Redis for room once in many messages', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const mailbox = await createRedisMailbox({ url: redis.url, limits: { clientMessages: 320 }, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  const publishAll = async (name: string) => {
    for (let index = 0; index < 320; index += 1) {
      const topic = (index % 16).toString(16).repeat(64)
      await mailbox.remove('wallet', await mailbox.put('dapp', [publishOf(`${name} ${index}`, { topic })], '192.0.2.1'))
    }
  }
  await publishAll('first')
  const before = await redis.scriptCalls()
  await publishAll('then')
  // One put and one ack per message, and at most about three more calls for every ten messages.
  expect((await redis.scriptCalls()) - before).toBeLessThan(2 * 320 + 4 * 32 + 10)
})
