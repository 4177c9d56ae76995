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

/** The number of members of all sorted sets of a kind together. */
async function countOf(send: Send, kind: string): Promise<number> {
  const keys = (await send('KEYS', `hawser:*:${kind}`)).match(/hawser:\S+/g) ?? []
  const counts = await Promise.all(keys.map(async (key) => Number((await send('ZCARD', key)).slice(1))))
  return counts.reduce((sum, count) => sum + count, 0)
}

test('T-93 messages removed for room leave the accounts of their publisher and address', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const mailbox = await createRedisMailbox({ url: redis.url, limits, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  await takeFromEachOther(mailbox)
  const most = Math.floor(limits.addressLength / 3_000)
  for (const kind of ['claims', 'taken']) {
    const count = await countOf(redis.send, kind)
    expect(count).toBeGreaterThan(most)
    expect(count).toBeLessThanOrEqual(2 * most)
  }
})

test('T-93 so they do in a cluster, which keeps accounts in their own slot', async () => {
  const cluster = await startRedisCluster(3)
  onTestFinished(() => cluster.stop())
  const mailbox = await createRedisMailbox({ urls: cluster.urls, limits, timeoutMs: 20_000 })
  onTestFinished(() => mailbox.close())
  await takeFromEachOther(mailbox)
  const most = Math.floor(limits.addressLength / 3_000)
  for (const kind of ['claims', 'taken']) {
    const counts = await Promise.all(cluster.nodes.map((node) => countOf(node.send, kind)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2 * most)
  }
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
  const callsOf = async () =>
    Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.send('INFO', 'commandstats'))?.[1] ?? 0)
  await publishAll('first')
  const before = await callsOf()
  await publishAll('then')
  // One put and one ack per message, and at most about three more calls for every ten messages.
  expect((await callsOf()) - before).toBeLessThan(2 * 320 + 4 * 32 + 10)
})
