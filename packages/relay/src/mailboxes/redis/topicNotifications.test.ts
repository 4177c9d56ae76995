import { createHash, randomBytes } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { startRedis, startRedisCluster, type TestRedis, type TestRedisCluster } from '@hawser/test-kit/startRedis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { slotOf } from '../../redis/redisSlot.ts'
import type { Mailbox } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'
import { channelOf, createTopicNotifications } from './topicNotifications.ts'

let redis: TestRedis
let cluster: TestRedisCluster
const opened: Mailbox[] = []
beforeAll(async () => {
  ;[redis, cluster] = await Promise.all([startRedis(), startRedisCluster(3)])
})
afterEach(async () => {
  for (const mailbox of opened.splice(0)) await mailbox.close()
})
afterAll(async () => {
  await redis.stop()
  await cluster.stop()
})
const newTopic = () => randomBytes(32).toString('hex')

/** Opens a mailbox and records all its notifications. */
async function openListening(urls: readonly string[] = [redis.url]) {
  const mailbox = await createRedisMailbox({ urls })
  opened.push(mailbox)
  const told: string[] = []
  const waiting = new Map<string, () => void>()
  const doubted: string[] = []
  let onGap = () => {}
  mailbox.listen({
    onStored(messages) {
      for (const { topic, sequence, publisherId } of messages) {
        told.push(`${topic} ${sequence} ${publisherId}`)
        waiting.get(topic)?.()
      }
    },
    onGap(topics) {
      doubted.push(...topics)
      onGap()
      for (const topic of topics) waiting.get(topic)?.()
    },
  })
  return {
    ...{ mailbox, told, doubted },
    /** Watches a topic and reads it, as for a subscriber. */
    async follow(topic: string) {
      await mailbox.watch([topic])
      await mailbox.pending('wallet', [{ topic, afterSequence: 0 }])
    },
    /** Resolves when a message of the topic is reported, or may have been missed. */
    nextNews: (topic: string) => new Promise<void>((resolve) => waiting.set(topic, resolve)),
    nextGap: () =>
      new Promise<void>((resolve) => {
        onGap = resolve
      }),
  }
}

test('watch: reports a message of another relay once, and not after unwatch', async () => {
  const [left, right] = [await openListening(), await openListening()]
  const topic = newTopic()
  await right.follow(topic)
  const news = right.nextNews(topic)
  const [stored] = await left.mailbox.put('a dapp', [publishOf('one', { topic })])
  await news
  expect(right.told).toEqual([`${topic} ${stored?.sequence} a dapp`])
  await left.mailbox.put('a dapp', [publishOf('one', { topic })])
  right.mailbox.unwatch([topic])
  await left.mailbox.put('a dapp', [publishOf('two', { topic })])
  const other = newTopic()
  await right.follow(other)
  const last = right.nextNews(other)
  await left.mailbox.put('a dapp', [publishOf('two', { topic: other })])
  await last
  expect(right.told.map((line) => line.slice(0, 64))).toEqual([topic, other])
  expect(right.doubted).toEqual([])
})

test('watch: a message on a topic that the relay has not read yet is reported as a gap', async () => {
  const [left, right] = [await openListening(), await openListening()]
  const topic = newTopic()
  await right.mailbox.watch([topic])
  const news = right.nextNews(topic)
  await left.mailbox.put('a dapp', [publishOf('one', { topic })])
  await news
  expect([right.told, right.doubted]).toEqual([[], [topic]])
})

test('unwatch followed at once by watch, over and over, leaves the topic watched', async () => {
  const [left, right] = [await openListening(), await openListening()]
  const topic = newTopic()
  for (let round = 0; round < 200; round += 1) {
    const first = right.mailbox.watch([topic])
    right.mailbox.unwatch([topic])
    const second = right.mailbox.watch([topic])
    if (round % 2 === 0) await first
    await second
    const news = right.nextNews(topic)
    await left.mailbox.put('dapp', [publishOf(String(round), { topic, ttlSeconds: 1 })])
    await left.mailbox.remove('wallet', await left.mailbox.find([{ topic, messageId: idOf(String(round)) }]))
    await news
    right.mailbox.unwatch([topic])
  }
})

test('watch: confirms 5,000 topics at once within 2 s', async () => {
  const [left, right] = [await openListening(), await openListening()]
  const topics = Array.from({ length: 5_000 }, newTopic)
  await right.mailbox.watch(topics)
  const all = Promise.all(topics.slice(0, 500).map(right.nextNews))
  await Promise.all(topics.slice(0, 500).map((topic) => left.mailbox.put(topic, [publishOf('one', { topic })])))
  await all
  expect(new Set(right.doubted)).toEqual(new Set(topics.slice(0, 500)))
})

test.each(['one Redis', 'a cluster'])(
  'F-R16 publish and subscribe at the same moment on two relays: none is missed (%s)',
  async (kind) => {
    const urls = kind === 'one Redis' ? [redis.url] : cluster.urls
    const [left, right] = [await openListening(urls), await openListening(urls)]
    const rounds = (isNight ? 20_000 : 400) / (kind === 'one Redis' ? 1 : 4)
    let missed = 0
    const run = async (round: number) => {
      const topic = newTopic()
      const news = right.nextNews(topic)
      const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      const [found] = await Promise.all([
        pause()
          .then(() => right.mailbox.watch([topic]))
          .then(() => right.mailbox.pending('wallet', [{ topic, afterSequence: 0 }])),
        pause().then(() => left.mailbox.put(`dapp ${round}`, [publishOf('one', { topic, ttlSeconds: 5 })])),
      ])
      const isTold = await Promise.race([
        news.then(() => true),
        found.messages.length > 0 ? true : new Promise((resolve) => setTimeout(resolve, 2_000, false)),
      ])
      if (!isTold) missed += 1
      right.mailbox.unwatch([topic])
    }
    for (let first = 0; first < rounds; first += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => run(first + index)))
    expect(missed).toBe(0)
  },
  isNight ? 600_000 : 60_000,
)

test('F-R5 onGap: after Redis was killed and is back, watches topics again and reports a gap', async () => {
  const [left, right] = [await openListening(), await openListening()]
  const topics = Array.from({ length: 100 }, newTopic)
  const [topic = ''] = topics
  await right.mailbox.watch(topics)
  const gap = right.nextGap()
  await redis.kill()
  await redis.restart()
  await gap
  expect(right.told).toEqual([])
  await expect.poll(() => left.mailbox.check().then(() => true)).toBe(true)
  await right.mailbox.watch(topics)
  const news = right.nextNews(topic)
  await left.mailbox.put('dapp', [publishOf('one', { topic })])
  await news
})

test.each([
  ['as redis-cli does it', 0],
  ['node by node, long after each other', 300],
])('onGap: watches the topics of a slot that moved to another node there (%s)', async (_when, pauseMs) => {
  const [left, right] = [await openListening(cluster.urls), await openListening(cluster.urls)]
  const topic = newTopic()
  await right.mailbox.watch([topic])
  await left.mailbox.put('dapp', [publishOf('before', { topic })])
  const gap = right.nextGap()
  await moveSlot(cluster, slotOf(`{${topic}}`), { pauseMs })
  await gap
  // A node that learns of the move twice ends its subscriptions twice. A message in between is reported by another gap, not as
  // news.
  const stored = ['before']
  let isNews = false
  while (!isNews) {
    const heard = Promise.race([right.nextNews(topic).then(() => true), right.nextGap().then(() => false)])
    stored.push(`after ${stored.length}`)
    await left.mailbox.put('dapp', [publishOf(stored.at(-1) ?? '', { topic })])
    isNews = await heard
    const { messages } = await right.mailbox.pending('wallet', [{ topic, afterSequence: 0 }])
    expect(messages.map(({ message }) => message)).toEqual(stored)
  }
})

test('reads and writes the topics of a slot while it moves', async () => {
  const [left] = [await openListening(cluster.urls)]
  const topics = Array.from({ length: 20 }, newTopic)
  const [topic = ''] = topics
  const slot = slotOf(`{${topic}}`)
  // The publisher's count moves along, and its name contains a space.
  const publisherId = nameIn(slot)
  await left.mailbox.put(publisherId, [publishOf('before', { topic })])
  const texts = async () => {
    const { messages } = await left.mailbox.pending('wallet', [{ topic, afterSequence: 0 }])
    return messages.map(({ message }) => message)
  }
  const meanwhile = async () => {
    expect(await left.mailbox.put('dapp', [publishOf('while here', { topic })])).toHaveLength(1)
    expect(await texts()).toEqual(['before', 'while here'])
  }
  await moveSlot(cluster, slot, { meanwhile })
  expect(await left.mailbox.put('dapp', [publishOf('after', { topic })])).toHaveLength(1)
  expect(await texts()).toEqual(['before', 'while here', 'after'])
})

function nameIn(slot: number): string {
  for (let number = 0; ; number += 1) if (slotOf(`{dapp ${number}}`) === slot) return `dapp ${number}`
}

/** Notifications over a subscriber that answers on command. */
function createHeldNotifications() {
  const asked = new Map<string, () => void>()
  const told: string[] = []
  let say: (channel: string, text: string) => void = () => {}
  const notifications = createTopicNotifications({
    addressOf: () => 'redis:1',
    open(_address, { message }) {
      say = message
      return {
        subscribe: (channel) => new Promise((resolve) => asked.set(channel, resolve)),
        unsubscribe: (channel) => void asked.delete(channel),
        close: () => {},
      }
    },
    onMoved: () => {},
    onNews: (topic) => told.push(topic),
    onGap: () => {},
  })
  return {
    notifications,
    told,
    isAsked: (topic: string) => asked.has(channelOf(topic)),
    confirm: (topic: string) => asked.get(channelOf(topic))?.(),
    say: (topic: string) => say(channelOf(topic), '1 dapp'),
  }
}

test('F-R16 ending a watch does not affect a later watch of the same topic', async () => {
  const { notifications, told, confirm, say } = createHeldNotifications()
  const [one, two] = [newTopic(), newTopic()]
  const early = notifications.watch([one, two])
  notifications.unwatch([one])
  const later = notifications.watch([one])
  let isConfirmed = false
  const confirmed = later.confirmed.then(() => {
    isConfirmed = true
  })
  early.abandon()
  await new Promise((resolve) => setImmediate(resolve))
  expect(isConfirmed).toBe(false)
  confirm(one)
  await confirmed
  say(one)
  say(two)
  expect(told).toEqual([one])
})

test('ending a watch keeps the topic watched for others that wait for it, or have it', async () => {
  const { notifications, told, confirm, say } = createHeldNotifications()
  const topic = newTopic()
  const [first, second, third] = [
    notifications.watch([topic]),
    notifications.watch([topic]),
    notifications.watch([topic]),
  ]
  first.abandon()
  first.abandon()
  confirm(topic)
  await Promise.all([second.confirmed, third.confirmed])
  second.abandon()
  say(topic)
  third.abandon()
  say(topic)
  expect(told).toEqual([topic])
})

test('watch: a topic gets its turn if those before it are unwatched unconfirmed', async () => {
  const { notifications, isAsked, confirm } = createHeldNotifications()
  const before = Array.from({ length: 600 }, newTopic)
  const earlier = notifications.watch(before)
  const topic = newTopic()
  const { confirmed } = notifications.watch([topic])
  expect(isAsked(topic)).toBe(false)
  earlier.abandon()
  for (const one of before) confirm(one)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isAsked(topic)).toBe(true)
  confirm(topic)
  await confirmed
})

test('F-R6 a refused watch does not affect others on the same topic', async () => {
  const own = await startRedis()
  try {
    const { mailbox, nextNews } = await openListening([own.url])
    const topic = newTopic()
    await mailbox.watch([topic])
    own.pause()
    const flood = Array.from({ length: 5_000 }, () =>
      mailbox.pending('wallet', [{ topic, afterSequence: 0 }]).catch(() => {}),
    )
    await expect(mailbox.watch([topic])).rejects.toThrow(/Too many calls already wait/)
    own.resume()
    await Promise.all(flood)
    const news = nextNews(topic)
    await expect
      .poll(() => mailbox.put('dapp', [publishOf('one', { topic })]).then(({ length }) => length, String), {
        timeout: 20_000,
      })
      .toBe(1)
    await news
  } finally {
    own.resume()
    await own.stop()
  }
})

/**
 * Moves a slot as `redis-cli --cluster reshard` does.
 * @param options - `meanwhile` runs while the slot is between the two nodes; `pauseMs` is the pause between the nodes that
 * learn of the move
 */
async function moveSlot(
  { nodes }: TestRedisCluster,
  slot: number,
  options: { readonly meanwhile?: () => Promise<void>; readonly pauseMs?: number },
): Promise<void> {
  const { meanwhile = async () => {}, pauseMs = 0 } = options
  const ids = await Promise.all(nodes.map((node) => node.send('CLUSTER', 'MYID').then(textOf)))
  const owners = await Promise.all(nodes.map((node) => node.send('CLUSTER', 'COUNTKEYSINSLOT', String(slot))))
  const from = owners.findIndex((answer) => answer.trim() !== ':0')
  const to = (from + 1) % nodes.length
  const [source, target] = [nodes[from], nodes[to]]
  if (source === undefined || target === undefined) throw new Error('No node has this slot.')
  await target.send('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', ids[from] ?? '')
  await source.send('CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', ids[to] ?? '')
  await meanwhile()
  const answered = await source.send('CLUSTER', 'GETKEYSINSLOT', String(slot), '1000')
  const keys = answered.split('\r\n').filter((line) => line.startsWith('hawser:'))
  const answer = await source.send('MIGRATE', '127.0.0.1', String(target.port), '', '0', '5000', 'KEYS', ...keys)
  if (!answer.startsWith('+OK') && answer !== '')
    throw new Error(`The keys have not moved: ${answer} ${JSON.stringify(keys)}`)
  for (const node of [target, source, ...nodes]) {
    await node.send('CLUSTER', 'SETSLOT', String(slot), 'NODE', ids[to] ?? '')
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function textOf(answer: string): string {
  return answer.split('\r\n')[1] ?? ''
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
