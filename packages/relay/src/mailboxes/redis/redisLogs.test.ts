import { createHash } from 'node:crypto'
import { sharedRedis } from '@hawser/test-kit/sharedServers'
import { startRedis } from '@hawser/test-kit/startRedis'
import { expect, onTestFinished, test } from 'vitest'
import type { MailboxLimits } from '../../limits/limits.ts'
import { loadRedisWorld, type RedisWorld } from '../../redis/redisAddress.ts'
import type { Mailbox, StoredMessage } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox } from '../redis.ts'

const redis = await sharedRedis()
const topicOf = (name: string) => createHash('sha256').update(`logs ${name}`).digest('hex')
const at = (topic: string) => [{ topic, afterSequence: 0 }]
const textsOf = (messages: readonly StoredMessage[]) => messages.map(({ message }) => message)

/** Opens a relay's mailbox, and collects what it reports. */
async function open(now?: () => number, url = redis.url, limits: Partial<MailboxLimits> = {}) {
  const mailbox = await createRedisMailbox({ url, limits, timeoutMs: 20_000, ...(now && { now }) })
  onTestFinished(() => mailbox.close())
  const stored: StoredMessage[] = []
  const doubted: string[] = []
  let wake = () => {}
  mailbox.listen({
    onStored(messages) {
      stored.push(...messages)
      wake()
    },
    onGap(topics) {
      doubted.push(...topics)
      wake()
    },
  })
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  return { mailbox, stored, doubted, next }
}
const follow = async (mailbox: Mailbox, topic: string) => {
  await mailbox.watch([topic])
  await mailbox.pending('wallet', at(topic))
}

test('pending: a relay reads another one’s long log, with all that its clients have taken', async () => {
  const limits = { queuedMessages: 2_000, keptMessages: 2_000, clientMessages: 2_000 }
  const [left, right] = [await open(undefined, redis.url, limits), await open(undefined, redis.url, limits)]
  const topic = topicOf('a long log')
  const count = 1_200
  const placed = await Promise.all(
    Array.from({ length: count }, (_, index) => left.mailbox.put('dapp', [publishOf(`message ${index}`, { topic })])),
  )
  const keys = placed.flat().map(({ sequence }) => ({ topic, sequence }))
  for (const key of keys.filter((_, index) => index % 2 === 0 || index < 1_000))
    await left.mailbox.remove('wallet', [key])
  const untaken = Array.from({ length: 100 }, (_, index) => `message ${1_001 + 2 * index}`)
  for (const { mailbox } of [left, right])
    expect(textsOf((await mailbox.pending('wallet', at(topic))).messages)).toEqual(untaken)
  const [, , third] = keys
  const late = await right.mailbox.pending('late', [{ topic, afterSequence: third?.sequence ?? 0 }])
  expect(textsOf(late.messages)).toEqual(Array.from(late.messages, (_, index) => `message ${index + 3}`))
  // Its text is known, so it is not stored again.
  expect(await right.mailbox.put('dapp', [publishOf(`message ${count - 1}`, { topic })])).toEqual([])
})

test('put: two relays at once on one topic store every message once, in one order', async () => {
  const [left, right] = [await open(), await open()]
  const topic = topicOf('at once')
  await follow(left.mailbox, topic)
  const work = Array.from({ length: 30 }, (_, index) =>
    [left, right].map(({ mailbox }, side) =>
      mailbox.put(side === 0 ? 'dapp' : 'wallet', [
        publishOf(`common ${index}`, { topic }),
        publishOf(`side ${side}, ${index}`, { topic }),
      ]),
    ),
  )
  const stored = (await Promise.all(work.flat())).flat()
  expect(new Set(stored.map(({ message }) => message)).size).toBe(90)
  expect(stored).toHaveLength(90)
  const inOrder = stored.toSorted((one, other) => one.sequence - other.sequence)
  expect(new Set(inOrder.map(({ sequence }) => sequence)).size).toBe(90)
  for (const { mailbox } of [left, right]) expect((await mailbox.pending('late', at(topic))).messages).toEqual(inOrder)
})

test('put: two relays at once do not exceed the limit of a topic', async () => {
  const limits = { queuedMessages: 10 }
  const relays = await Promise.all([0, 1].map(() => createRedisMailbox({ url: redis.url, timeoutMs: 20_000, limits })))
  onTestFinished(async () => {
    for (const relay of relays) await relay.close()
  })
  const topic = topicOf('limit')
  const puts = Array.from({ length: 20 }, (_, index) =>
    relays.map((relay, side) => relay.put('dapp', [publishOf(`${side} ${index}`, { topic })])),
  )
  const results = await Promise.allSettled(puts.flat())
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('put: a message too long for news reaches a relay that watches', async () => {
  const [left, right] = [await open(), await open()]
  const topic = topicOf('long')
  await follow(right.mailbox, topic)
  const news = right.next()
  const stored = await left.mailbox.put('dapp', [publishOf('x'.repeat(20_000), { topic })])
  await news
  expect([right.stored, right.doubted]).toEqual([[], [topic]])
  expect((await right.mailbox.pending('wallet', at(topic))).messages).toEqual(stored)
})

test('put: a relay without its subscription does not take itself for the only listener', async () => {
  const own = await startRedis()
  onTestFinished(() => own.stop())
  const [left, right] = [await open(undefined, own.url), await open(undefined, own.url)]
  const topic = topicOf('alone')
  await follow(left.mailbox, topic)
  const clients = await own.send('CLIENT', 'LIST', 'TYPE', 'pubsub')
  await follow(right.mailbox, topic)
  const news = right.next()
  await own.send('CLIENT', 'KILL', 'ID', /\bid=(\d+)/.exec(clients)?.[1] ?? '')
  const stored = await left.mailbox.put('dapp', [publishOf('text', { topic })])
  await news
  expect((await right.mailbox.pending('wallet', at(topic))).messages).toEqual(stored)
  expect([...textsOf(right.stored), ...right.doubted]).not.toEqual([])
})

test('put: the others hear a relay that has not used the topic for a while', async () => {
  const clock = { now: Date.now() }
  const [left, right] = [await open(() => clock.now), await open(() => clock.now)]
  const topic = topicOf('a while')
  await left.mailbox.put('dapp', [publishOf('first', { topic, ttlSeconds: 2 })])
  await follow(right.mailbox, topic)
  for (const text of ['second', 'third']) await right.mailbox.put('wallet', [publishOf(text, { topic, ttlSeconds: 2 })])
  clock.now += 3_000
  await right.mailbox.purge()
  const before = right.stored.at(-1)?.sequence ?? 0
  const news = right.next()
  const [fourth] = await left.mailbox.put('dapp', [publishOf('fourth', { topic })])
  await news
  expect(fourth?.sequence).toBeGreaterThan(before)
  expect(right.stored.at(-1)).toEqual(fourth)
})

test('put: a text stored again after its time reaches a relay that still knows the first one', async () => {
  const clock = { now: Date.now() }
  const [left, right] = [await open(() => clock.now), await open(() => clock.now)]
  const topic = topicOf('again')
  for (const { mailbox } of [left, right]) await follow(mailbox, topic)
  const heard = left.next()
  await right.mailbox.put('dapp', [publishOf('text', { topic, ttlSeconds: 2 })])
  await heard
  clock.now += 3_000
  const news = left.next()
  const again = await right.mailbox.put('dapp', [publishOf('text', { topic })])
  await news
  expect(left.stored.slice(1)).toEqual(again)
  expect((await left.mailbox.pending('wallet', at(topic))).messages).toEqual(again)
})

test('put: messages that another relay delivered and dropped take no room', async () => {
  const left = await open(undefined, redis.url, { queuedMessages: 3 })
  const right = await open(undefined, redis.url, { clientMessages: 3 })
  const topic = topicOf('dropped elsewhere')
  const put = (text: string) => left.mailbox.put('dapp', [publishOf(text, { topic })])
  for (const text of ['one', 'two', 'three']) await put(text)
  const { messages } = await right.mailbox.pending('wallet', at(topic))
  await right.mailbox.remove('wallet', messages)
  for (const text of ['four', 'five', 'six']) await right.mailbox.put('dapp', [publishOf(text, { topic })])
  await right.mailbox.purge()
  await right.mailbox.remove('wallet', (await right.mailbox.pending('wallet', at(topic))).messages)
  expect(await put('seven')).toHaveLength(1)
})

test('F-R5 put: a relay whose connection was lost reports each message that came meanwhile', async () => {
  const own = await startRedis()
  onTestFinished(() => own.stop())
  const [left, right] = [await open(undefined, own.url), await open(undefined, own.url)]
  const topic = topicOf('meanwhile')
  for (const { mailbox } of [left, right]) await follow(mailbox, topic)
  const untilStored = (mailbox: Mailbox, text: string) =>
    expect
      .poll(() => mailbox.put('dapp', [publishOf(text, { topic })]).then(Boolean, () => false), { interval: 10 })
      .toBe(true)
  for (let round = 0; round < 20; round += 1) {
    await own.send('CLIENT', 'KILL', 'TYPE', 'normal')
    const texts = [`left ${round}`, `right ${round}`]
    const doubtedBefore = left.doubted.length
    await Promise.all([untilStored(left.mailbox, `left ${round}`), untilStored(right.mailbox, `right ${round}`)])
    const isReported = () =>
      left.doubted.length > doubtedBefore || texts.every((text) => textsOf(left.stored).includes(text))
    await expect.poll(isReported).toBe(true)
    const { messages } = await left.mailbox.pending('wallet', at(topic))
    expect(textsOf(messages)).toEqual(expect.arrayContaining(texts))
  }
})

test('pending: a relay does not return what another one dropped', async () => {
  const clock = { now: Date.now() }
  const [left, right] = [await open(() => clock.now), await open(() => clock.now)]
  const topic = topicOf('dropped')
  await left.mailbox.put('dapp', [publishOf('one', { topic, ttlSeconds: 2 }), publishOf('two', { topic })])
  await follow(right.mailbox, topic)
  clock.now += 3_000
  await left.mailbox.purge()
  clock.now -= 3_000
  expect(textsOf((await right.mailbox.pending('wallet', at(topic))).messages)).toEqual(['two'])
})

test('pending: an ack on one relay counts on all of them', async () => {
  const [left, right] = [await open(), await open()]
  const topic = topicOf('acks')
  for (const { mailbox } of [left, right]) await follow(mailbox, topic)
  const stored = await left.mailbox.put('dapp', [publishOf('one', { topic }), publishOf('two', { topic })])
  const [first] = (await right.mailbox.pending('wallet', at(topic))).messages
  await right.mailbox.remove('wallet', first === undefined ? [] : [first])
  expect(textsOf((await left.mailbox.pending('wallet', at(topic))).messages)).toEqual(['two'])
  expect((await left.mailbox.pending('late', at(topic))).messages).toEqual(stored)
})

/** Opens two relays with some messages of a dapp on one topic. */
const openWithMessages = async (name: string, count: number) => {
  const limits = { queuedMessages: count + 2, clientMessages: count + 2 }
  const [left, right] = [await open(undefined, redis.url, limits), await open(undefined, redis.url, limits)]
  const topic = topicOf(name)
  const put = (text: string) => left.mailbox.put('dapp', [publishOf(text, { topic })])
  const keys: StoredMessage[] = []
  for (let index = 0; index < count; index += 1) keys.push(...(await put(`message ${index}`)))
  const readOn = async ({ mailbox }: typeof left, clientId = 'wallet') =>
    textsOf((await mailbox.pending(clientId, at(topic))).messages)
  const fields = async () => (await redis.send('HKEYS', `hawser:{${topic}}:acks`)).match(/^\w.*$/gm)?.sort() ?? []
  return { left, right, topic, keys, readOn, fields }
}

test('remove: acks in any order, on two relays in turn, count on both and on a later one', async () => {
  const { left, right, keys, readOn, fields } = await openWithMessages('acks in any order', 12)
  await readOn(right)
  const order = [3, 1, 0, 11, 2, 7, 5, 9, 4, 8, 6]
  const taken = new Set<number>()
  for (const [turn, place] of order.entries()) {
    await (turn % 2 === 0 ? left : right).mailbox.remove('wallet', keys.slice(place, place + 1))
    taken.add(place)
    const untaken = keys.flatMap(({ message }, index) => (taken.has(index) ? [] : [message]))
    for (const relay of [left, right, await open()]) expect(await readOn(relay)).toEqual(untaken)
  }
  expect(await readOn(right, 'late')).toEqual(keys.map(({ message }) => message))
  await left.mailbox.remove('wallet', keys)
  expect(await readOn(await open())).toEqual([])
  // Each relay forgets the single acks that it knows to be part of what the reader has taken.
  expect((await fields()).length).toBeLessThan(8)
})

test('remove: an ack of a relay that knows less takes nothing back', async () => {
  const { left, right, keys, readOn } = await openWithMessages('knows less', 5)
  await readOn(right)
  await left.mailbox.remove('wallet', keys.slice(0, 4))
  // This relay has not read those acks.
  await right.mailbox.remove('wallet', keys.slice(0, 1))
  await right.mailbox.remove('wallet', keys.slice(2, 3))
  for (const relay of [left, right, await open()]) expect(await readOn(relay)).toEqual(['message 4'])
})

test('remove: a client’s own messages between those that it takes are no gap', async () => {
  const { left, right, topic, keys, readOn, fields } = await openWithMessages('own messages', 1)
  keys.push(...(await right.mailbox.put('wallet', [publishOf('own', { topic })])))
  keys.push(...(await left.mailbox.put('dapp', [publishOf('last', { topic })])))
  await left.mailbox.remove('wallet', keys)
  expect(await fields()).toEqual(['wallet'])
  for (const relay of [left, right, await open()]) expect(await readOn(relay)).toEqual([])
  expect(await readOn(await open(), 'dapp')).toEqual(['own'])
})

test('T-93 remove: remembers 256 messages taken out of order; the others come again', async () => {
  const { left, keys, readOn, fields } = await openWithMessages('out of order', 300)
  const [first, ...others] = keys
  for (const key of others.toReversed()) await left.mailbox.remove('wallet', [key])
  expect((await fields()).filter((field) => field.startsWith('wallet'))).toHaveLength(256)
  const again = keys.slice(0, 44).map(({ message }) => message)
  for (const relay of [left, await open()]) expect(await readOn(relay)).toEqual(again)
  await left.mailbox.remove('wallet', first === undefined ? [] : [first, ...others])
  expect(await fields()).toEqual(['wallet'])
  for (const relay of [left, await open()]) expect(await readOn(relay)).toEqual([])
})

test('remove: an ack never covers a message whose put is not done', async () => {
  const world = await loadRedisWorld()
  // Holds the appends of one relay to one topic.
  let held = ''
  const freed: (() => void)[] = []
  const slow: RedisWorld = {
    ...world,
    open(target, address) {
      const connection = world.open(target, address)
      return {
        ...connection,
        async sendCommand(command) {
          if (held !== '' && command[0] === 'EVALSHA' && command.some((word) => word.includes(held)))
            await new Promise<void>((resolve) => freed.push(resolve))
          return connection.sendCommand(command)
        },
      }
    },
  }
  const left = await createRedisMailbox({ url: redis.url, timeoutMs: 20_000, world: slow })
  onTestFinished(() => left.close())
  const right = (await open()).mailbox
  const [a, b] = [topicOf('not done'), topicOf('not done, too')]
  const first = [...(await left.put('dapp', [publishOf('one', { topic: a })]))]
  const second = await left.put('dapp', [publishOf('one', { topic: b })])
  await right.pending('dapp', at(a))
  first.push(...(await right.put('dapp', [publishOf('two', { topic: a })])))
  await left.pending('wallet', at(a))
  held = b
  const putB = left.put('wallet', [publishOf('own', { topic: b })])
  // Both wait for the put on the second topic: meanwhile the client's put on the first one is placed, but not appended.
  const acked = left.remove('wallet', [...first, ...second])
  await expect.poll(() => freed.length).toBe(1)
  held = a
  const putA = left.put('wallet', [publishOf('own', { topic: a })])
  await new Promise(setImmediate)
  await right.put('dapp', [publishOf('three', { topic: a })])
  held = ''
  for (const free of freed) free()
  await Promise.all([putA, putB, acked])
  for (const mailbox of [left, right, (await open()).mailbox])
    expect(textsOf((await mailbox.pending('wallet', at(a))).messages)).toEqual(['three'])
})

test('T-93 purge: readers leave Redis with the messages that they took, while others come', async () => {
  const clock = { now: Date.now() }
  const topic = topicOf('generations')
  for (let generation = 0; generation < 6; generation += 1) {
    const { mailbox } = await open(() => clock.now)
    const stored = await mailbox.put('dapp', [publishOf(`${generation}`, { topic, ttlSeconds: 30 })])
    for (let reader = 0; reader < 16; reader += 1) await mailbox.remove(`reader ${generation} ${reader}`, stored)
    await mailbox.put('dapp', [publishOf(`${generation} stays`, { topic, ttlSeconds: 100 })])
    clock.now += 61_000
    await mailbox.purge()
  }
  expect(await redis.send('XLEN', `hawser:{${topic}}:log`)).not.toBe(':0\r\n')
  // Only the version.
  expect(await redis.send('HLEN', `hawser:{${topic}}:acks`)).toBe(':1\r\n')
})

test('remove: an ack that Redis refused is stored when the client repeats it', async () => {
  const own = await startRedis()
  onTestFinished(() => own.stop())
  const [left, right] = [await open(undefined, own.url), await open(undefined, own.url)]
  const topic = topicOf('refused')
  const stored = await left.mailbox.put('dapp', [publishOf('one', { topic })])
  await own.send('ACL', 'SETUSER', 'default', '-hset')
  await expect(left.mailbox.remove('wallet', stored)).rejects.toThrow()
  await own.send('ACL', 'SETUSER', 'default', '+hset')
  await left.mailbox.remove('wallet', stored)
  expect((await right.mailbox.pending('wallet', at(topic))).messages).toEqual([])
})

test('remove: acks live as long as the messages that they cover', async () => {
  const { mailbox } = await open()
  const topic = topicOf('as long')
  const [long] = await mailbox.put('dapp', [publishOf('long', { topic, ttlSeconds: 86_400 })])
  const [short] = await mailbox.put('dapp', [publishOf('short', { topic, ttlSeconds: 300 })])
  await mailbox.remove(
    'wallet',
    [long, short].filter((one) => one !== undefined),
  )
  await redis.send('PERSIST', `hawser:{${topic}}:acks`)
  const [later] = await mailbox.put('dapp', [publishOf('later', { topic, ttlSeconds: 300 })])
  await mailbox.remove('wallet', later === undefined ? [] : [later])
  const keptMs = Number((await redis.send('PTTL', `hawser:{${topic}}:acks`)).slice(1))
  expect(keptMs).toBeGreaterThan(86_000_000)
})

test.each([64, 65, 563, 564, 565, 1_064])('pending: a relay reads a log of %i messages whole', async (count) => {
  const { left, right, keys, readOn } = await openWithMessages(`a log of ${count}`, count)
  await left.mailbox.remove('wallet', keys.slice(0, count - 3))
  expect(await readOn(right)).toEqual([3, 2, 1].map((back) => `message ${count - back}`))
  expect(await right.mailbox.put('dapp', [publishOf('message 0', { topic: keys[0]?.topic ?? '' })])).toEqual([])
})

test('purge: acks of dropped messages leave Redis, and all of them with the last message', async () => {
  const clock = { now: Date.now() }
  const { mailbox } = await open(() => clock.now)
  const topic = topicOf('acks of dropped messages')
  const put = (text: string, ttlSeconds: number) => mailbox.put('dapp', [publishOf(text, { topic, ttlSeconds })])
  await put('long', 60)
  const [short] = await put('short', 2)
  await put('longer', 60)
  const [second] = await put('short too', 2)
  await put('longest', 60)
  // Each of the two, and the version.
  const acked = [short, second].filter((one) => one !== undefined)
  await mailbox.remove('wallet', acked)
  const fieldCount = () => redis.send('HLEN', `hawser:{${topic}}:acks`)
  expect(await fieldCount()).toBe(':3\r\n')
  clock.now += 61_000
  await put('new', 60)
  await mailbox.purge()
  expect(await fieldCount()).toBe(':1\r\n')
  await mailbox.remove('wallet', (await mailbox.pending('wallet', at(topic))).messages)
  expect(await fieldCount()).toBe(':2\r\n')
  clock.now += 61_000
  await mailbox.purge()
  expect(await fieldCount()).toBe(':0\r\n')
})

test('F-R5 put: after Redis lost the end of a log, no relay misses the next message', async () => {
  const own = await startRedis()
  onTestFinished(() => own.stop())
  const [left, right] = [await open(undefined, own.url), await open(undefined, own.url)]
  const topic = topicOf('lost')
  for (const { mailbox } of [left, right]) await follow(mailbox, topic)
  await left.mailbox.put('dapp', [publishOf('kept', { topic })])
  const [lost] = await left.mailbox.put('dapp', [publishOf('lost', { topic })])
  await own.send('DEL', `hawser:{${topic}}:log`)
  await own.send('CLIENT', 'KILL', 'TYPE', 'normal')
  await own.send('CLIENT', 'KILL', 'TYPE', 'pubsub')
  const put = () => left.mailbox.put('dapp', [publishOf('next', { topic })]).catch(() => [])
  await expect.poll(async () => (await put()).length, { timeout: 20_000 }).toBe(1)
  const { messages } = await right.mailbox.pending('wallet', at(topic))
  expect(textsOf(messages)).toEqual(['next'])
  expect(messages[0]?.sequence).toBeGreaterThan(lost?.sequence ?? Number.MAX_SAFE_INTEGER)
})
