import { randomBytes } from 'node:crypto'
import { isNight, nightLimit } from '@hawser/test-kit/night'
import { sharedRedis } from '@hawser/test-kit/sharedServers'
import { afterEach, expect, test } from 'vitest'
import { createRelay, type Relay, type RelayOptions } from '../server/createRelay.ts'
import { createTestClient, createTestIdentity, type TestClient } from '../server/createTestClient.fixture.ts'
import { percentile, type RelayProcess, startRelayProcess } from '../server/relayProcess.fixture.ts'
import { createRedisBuckets } from './buckets/redis.ts'
import { noPace } from './limits.ts'

const relays: Relay[] = []
const processes: RelayProcess[] = []
const clients: TestClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate()
  await Promise.all([...relays.splice(0), ...processes.splice(0)].map((relay) => relay.stop()))
})

async function startRelay(options: RelayOptions = {}): Promise<string> {
  const relay = createRelay(options)
  relays.push(relay)
  return (await relay.listen({ port: 0, host: '127.0.0.1' })).url
}
async function connect(...args: Parameters<typeof createTestClient>): Promise<TestClient> {
  const client = await createTestClient(...args)
  clients.push(client)
  return client
}

const newTopic = () => randomBytes(32).toString('hex')
const mebibyte = 1024 * 1024

/** Returns `true`, or the code of a refusal. */
async function publish(client: TestClient, topic: string, message: string): Promise<string> {
  const answer = await client.request('irn_publish', { topic, message, ttl: 300 })
  return answer.kind === 'error' ? `${answer.code}` : 'true'
}

test(
  'T-82: refuses a flood at the caps of topic and client id by code; memory stays flat',
  async () => {
    const relay = await startRelayProcess({ limits: noPace })
    processes.push(relay)
    const topics = Array.from({ length: 12 }, newTopic)
    const flooder = await connect(relay.url)
    const accepted = new Map<string, string[]>(topics.map((topic) => [topic, []]))
    const flood = async (rounds: number) => {
      const codes = new Map<string, number>()
      for (let round = 0; round < rounds; round += 1) {
        const messages = topics.map((topic) => ({ topic, message: `${round} ${randomBytes(500).toString('hex')}` }))
        const answers = await Promise.all(messages.map(({ topic, message }) => publish(flooder, topic, message)))
        for (const [index, answer] of answers.entries()) {
          codes.set(answer, (codes.get(answer) ?? 0) + 1)
          const { topic = '', message = '' } = messages[index] ?? {}
          if (answer === 'true') accepted.get(topic)?.push(message)
        }
      }
      return codes
    }
    // 100 per topic, 1,000 per client id: the last two topics get the rest of the first limit.
    expect(await flood(120)).toEqual(
      new Map([
        ['true', 1_000],
        ['-32000', 440],
      ]),
    )
    if (isNight) await flood(400)
    const before = await relay.memory()
    const rounds = isNight ? 10_000 : 20
    expect(await flood(rounds)).toEqual(new Map([['-32000', rounds * topics.length]]))
    expect((await relay.memory()) - before).toBeLessThan(nightLimit(10 * mebibyte))
    // Another client is limited only on the flooded topics, which are full.
    const other = await connect(relay.url)
    expect(await publish(other, newTopic(), 'm')).toBe('true')

    const reader = await connect(relay.url)
    await reader.request('irn_batchSubscribe', { topics })
    while (reader.deliveries.length < 1_000) await reader.nextDelivery()
    await reader.settle()
    for (const topic of topics) {
      const got = reader.deliveries.flatMap(({ delivery }) => (delivery.topic === topic ? [delivery.message] : []))
      expect(got).toEqual(accepted.get(topic))
    }
    expect(relay.complaints()).toBe('')
  },
  isNight ? 300_000 : 120_000,
)

/**
 * Measures fifty clients that read next to `deafCount` clients that do not, while messages go to all of them. Returns the cost
 * in bytes in addition to the stored messages, and how long the readers wait (ms, p99), before and after the others stop
 * reading.
 */
async function crowd(deafCount: number, rounds: number) {
  const relay = await startRelayProcess({ limits: noPace })
  processes.push(relay)
  const deaf = await Promise.all(Array.from({ length: deafCount }, () => connect(relay.url, { acks: false })))
  const good = await Promise.all(Array.from({ length: 50 }, () => connect(relay.url)))
  const publishers = await Promise.all(Array.from({ length: 20 }, () => connect(relay.url)))
  const topics = Array.from({ length: 50 }, newTopic)
  const length = 20_000
  await Promise.all(deaf.map((client) => client.request('irn_batchSubscribe', { topics })))
  await Promise.all(good.map((client, index) => client.request('irn_subscribe', { topic: topics[index] })))
  const sentAt = new Map<string, number>()
  const took: number[] = []
  for (const client of good) {
    client.socket.on('message', (raw) => {
      const at = sentAt.get(/"message":"(\d+) /.exec(raw.toString())?.[1] ?? '')
      if (at !== undefined) took.push(performance.now() - at)
    })
  }
  let count = 0
  const send = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      for (const [index, topic] of topics.entries()) {
        count += 1
        sentAt.set(String(count), performance.now())
        const publisher = publishers[index % publishers.length]
        expect(publisher && (await publish(publisher, topic, `${count} ${'x'.repeat(length)}`))).toBe('true')
      }
    }
    while (took.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await send(4)
  const before = await relay.memory()
  const warmUp = took.length
  for (const client of deaf) client.socket.pause()
  await send(rounds)
  const cost = (await relay.memory()) - before - (count - warmUp) * length
  for (const client of clients.splice(0)) client.socket.terminate()
  await relay.stop()
  return { cost, whileAllRead: percentile(took.slice(0, warmUp), 0.99), p99: percentile(took.slice(warmUp), 0.99) }
}

test(
  'T-83: fifty clients that never read cost less than 50 MB and delay no others',
  async () => {
    // More than fits in the sockets of the clients that do not read and in the buffers kept for them.
    const rounds = isNight ? 50 : 4
    const [alone, together] = [await crowd(0, rounds), await crowd(50, rounds)]
    const cost = (together.cost - alone.cost) / mebibyte
    console.log(
      `T-83: p99 ${together.p99.toFixed(1)} ms; ${together.whileAllRead.toFixed(1)} ms while all read; ${cost.toFixed(1)} MiB`,
    )
    // On a busy machine, readers are slow even next to other readers.
    expect(together.p99).toBeLessThan(nightLimit(Math.max(100, 1.5 * together.whileAllRead)))
    expect(cost).toBeLessThan(50)
  },
  isNight ? 300_000 : 120_000,
)

test('T-89: a call names 500 topics at most; a client may subscribe to 5,000', async () => {
  const url = await startRelay()
  const client = await connect(url)
  const topics = Array.from({ length: 5_000 }, newTopic)
  const subscribe = (some: readonly string[]) => client.request('irn_batchSubscribe', { topics: some })
  expect(await subscribe(topics.slice(0, 501))).toMatchObject({ kind: 'error', code: -32600 })
  // All at once and with the default limits, as clients do after a reconnect.
  const startedAt = performance.now()
  const batches = Array.from({ length: 10 }, (_, index) => topics.slice(index * 500, index * 500 + 500))
  for (const answer of await Promise.all(batches.map(subscribe))) expect(answer.kind).toBe('result')
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(3_000))
  const other = await connect(url)
  await other.request('irn_publish', { topic: topics[4_999], message: 'm', ttl: 300 })
  expect((await client.nextDelivery()).delivery.message).toBe('m')
})

test('T-89: refuses the 5,001st topic of a client id, on any of its sockets', async () => {
  const url = await startRelay({ limits: noPace })
  const identity = createTestIdentity()
  const [client, second] = [await connect(url, { identity }), await connect(url, { identity })]
  const batches = Array.from({ length: 10 }, () => Array.from({ length: 500 }, newTopic))
  for (const [index, topics] of batches.entries())
    await (index % 2 === 0 ? client : second).request('irn_batchSubscribe', { topics })
  for (const socket of [client, second]) {
    expect(await socket.request('irn_subscribe', { topic: newTopic() })).toMatchObject({ kind: 'error', code: -32000 })
    expect(socket.received.at(-1)).toContain('SubscriberLimitExceeded')
  }
  // A topic that another socket of the client already has counts once.
  expect(await second.request('irn_batchSubscribe', { topics: batches[0] })).toMatchObject({ kind: 'result' })
  await client.request('irn_batchUnsubscribe', { subscriptions: batches[0]?.map((topic) => ({ topic, id: 'x' })) })
  expect(await client.request('irn_subscribe', { topic: newTopic() })).toMatchObject({ kind: 'error' })
  await second.request('irn_unsubscribe', { topic: batches[0]?.[0], id: 'x' })
  expect(await client.request('irn_subscribe', { topic: newTopic() })).toMatchObject({ kind: 'result' })
})

test('T-91: a relay with a lower limit refuses a longer time to live by code', async () => {
  const client = await connect(await startRelay({ limits: { maxTtlSeconds: 600 } }))
  const put = async (ttl: number | undefined) =>
    await client.request('irn_publish', { topic: newTopic(), message: 'sealed', ttl })
  expect(await put(601)).toMatchObject({ kind: 'error', code: -32000 })
  expect(client.received.at(-1)).toContain('"data":"TtlTooLong"')
  for (const ttl of [600, undefined]) expect(await put(ttl)).toMatchObject({ result: true })
})

test('T-91: accepts a time to live from a second to seven days, and refuses others by code', async () => {
  const url = await startRelay()
  const client = await connect(url)
  const topic = newTopic()
  const ask = async (ttl: string, method = 'irn_publish'): Promise<string> => {
    client.sendRaw(
      `{"id":1,"jsonrpc":"2.0","method":"${method}","params":{"topic":"${topic}","message":"${ttl}","ttl":${ttl}}}`,
    )
    return client.next()
  }
  for (const ttl of ['1', '30', '300', '86400', '604799', '604800', '1.0', '3e2'])
    expect(await ask(ttl)).toContain('"result":true')
  const short = ['0', '-1', '-0', '-2592000']
  const long = ['604801', '2592000', '2592001', '4294967296', '9007199254740993', '1e300']
  const none = ['1.5', '0.5', '"1"', '""', 'null', 'true', '[]', '[1]', '{}']
  const noJson = ['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '1_0', 'undefined']
  for (const ttl of [...short, ...long, ...none, ...noJson]) {
    const answer = await ask(ttl)
    expect(answer).toMatch(/"error":\{"code":(?:-32000|-32600),/)
    if (short.includes(ttl)) expect(answer).toContain('TtlTooShort')
    if (long.includes(ttl)) expect(answer).toMatch(/TtlTooLong|InvalidParams/)
  }
  const reader = await connect(url)
  await reader.request('irn_subscribe', { topic })
  await reader.settle()
  expect(reader.deliveries).toHaveLength(8)
})

test('T-91: thirty days are an option', async () => {
  const client = await connect(await startRelay({ limits: { maxTtlSeconds: 2_592_000 } }))
  const put = (ttl: number) => client.request('irn_publish', { topic: newTopic(), message: 'sealed', ttl })
  expect(await put(2_592_000)).toMatchObject({ result: true })
  expect(await put(2_592_001)).toMatchObject({ kind: 'error' })
})

test('T-97: a victim whose pushes others answered gets them all again on its next socket', async () => {
  const url = await startRelay()
  const identity = createTestIdentity()
  const topic = newTopic()
  const victim = await connect(url, { identity, acks: false })
  const [publisher, stranger] = [await connect(url), await connect(url)]
  await victim.request('irn_subscribe', { topic })
  await stranger.request('irn_subscribe', { topic })
  for (let index = 0; index < 20; index += 1)
    await publisher.request('irn_publish', { topic, message: `m${index}`, ttl: 300 })
  while (victim.deliveries.length < 20) await victim.nextDelivery()
  for (const { idToken } of victim.deliveries) stranger.sendRaw(`{"id":${idToken},"jsonrpc":"2.0","result":true}`)
  await stranger.settle()
  await victim.close()
  const again = await connect(url, { identity })
  await again.request('irn_subscribe', { topic })
  while (again.deliveries.length < 20) await again.nextDelivery()
  expect(again.deliveries.map(({ delivery }) => delivery.message)).toEqual(
    Array.from({ length: 20 }, (_, index) => `m${index}`),
  )
})

test('pace: publishes over the rate wait their turn; far over it they get 3001', async () => {
  const url = await startRelay({ limits: { publishPace: { perSecond: 50, burst: 20 }, paceWaitMs: 1_000 } })
  const [client, reader] = [await connect(url), await connect(url)]
  const topic = newTopic()
  await reader.request('irn_subscribe', { topic })
  const startedAt = performance.now()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => publish(client, topic, `m${index}`)))
  const ms = performance.now() - startedAt
  const accepted = answers.filter((answer) => answer === 'true').length
  expect(answers.filter((answer) => answer === '3001')).toHaveLength(100 - accepted)
  expect(accepted).toBeGreaterThanOrEqual(70)
  expect(accepted).toBeLessThanOrEqual(72)
  expect(ms).toBeGreaterThan(950)
  expect(ms).toBeLessThan(nightLimit(2_500))
  while (reader.deliveries.length < accepted) await reader.nextDelivery()
  const got = reader.deliveries.map(({ delivery }) => delivery.message)
  expect(got).toEqual(answers.flatMap((answer, index) => (answer === 'true' ? [`m${index}`] : [])))
})

test('pace: a flooding client is not read beyond its share of memory', async () => {
  const relay = await startRelayProcess({ limits: { publishPace: { perSecond: 1, burst: 1 } } })
  processes.push(relay)
  const flooders = await Promise.all(Array.from({ length: 10 }, () => connect(relay.url)))
  const before = await relay.memory()
  const message = 'x'.repeat(200_000)
  for (const { socket } of flooders) {
    for (let index = 0; index < 100; index += 1) {
      socket.send(
        `{"id":${index},"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${newTopic()}","message":"${message}","ttl":300}}`,
      )
    }
  }
  // 200 MB were sent or wait to be sent. A client with small requests is still served.
  const client = await connect(relay.url)
  const endsAt = performance.now() + 1_500
  while (performance.now() < endsAt) await client.settle()
  expect((await relay.memory()) - before).toBeLessThan(nightLimit(60 * mebibyte))
})

test('pace: a client id on two relays of one Redis gets at most a fifth more than on one', async () => {
  const redis = await sharedRedis()
  const limits = { publishPace: { perSecond: 40, burst: 20 }, paceWaitMs: 0 }
  const urls = await Promise.all(
    [1, 2].map(async () => startRelay({ limits, buckets: await createRedisBuckets({ urls: [redis.url] }) })),
  )
  const identity = createTestIdentity()
  const both = await Promise.all(urls.map((url) => connect(url, { identity })))
  const startedAt = performance.now()
  const counts = await Promise.all(
    both.map(async (client) => {
      let accepted = 0
      for (let index = 0; performance.now() - startedAt < 2_000; index += 1) {
        if ((await publish(client, newTopic(), `m${index}`)) === 'true') accepted += 1
      }
      return accepted
    }),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(total).toBeLessThanOrEqual((20 + 40 * 2) * 1.2)
  expect(total).toBeGreaterThan(60)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test('T-84: refuses a message over the configured length by code, a longer frame with 1009', async () => {
  const url = await startRelay({ limits: { messageLength: 65_536, frameLength: 131_072 } })
  const client = await connect(url)
  expect(await publish(client, newTopic(), 'x'.repeat(65_536))).toBe('true')
  expect(await publish(client, newTopic(), 'x'.repeat(65_537))).toBe('-32600')
  client.sendRaw(' '.repeat(129 * 1024))
  expect((await client.closed).code).toBe(1009)
})
