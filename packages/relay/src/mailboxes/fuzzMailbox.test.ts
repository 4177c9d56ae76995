import { createHash, randomBytes } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { chooseSeed, createRandom } from '@hawser/test-kit/random'
import { afterEach, expect, test } from 'vitest'
import { noPace } from '../limits/limits.ts'
import { createRelay, type Relay } from '../server/createRelay.ts'
import { createTestClient, createTestIdentity, type TestClient } from '../server/createTestClient.fixture.ts'
import { percentile } from '../server/relayProcess.fixture.ts'

const relays: Relay[] = []
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

async function startRelay(): Promise<string> {
  const relay = createRelay({ limits: noPace })
  relays.push(relay)
  return (await relay.listen({ port: 0, host: '127.0.0.1' })).url
}
const newTopic = () => randomBytes(32).toString('hex')
const publish = (client: TestClient, topic: string, message: string) =>
  client.request('irn_publish', { topic, message, ttl: 300 })
const publishAll = async (client: TestClient, topic: string, messages: readonly string[]) => {
  const answers = await Promise.all(messages.map((message) => publish(client, topic, message)))
  for (const answer of answers) expect(answer).toMatchObject({ kind: 'result', result: true })
}
const messagesOf = (client: TestClient) => client.deliveries.map(({ delivery }) => delivery.message)
const resultOf = (answer: Awaited<ReturnType<TestClient['request']>>) =>
  answer.kind === 'result' ? answer.result : answer
const timeout = 60_000
/** How often a hostile client tries. The daytime run makes a hundredth of the attempts. */
const attempts = isNight ? 100_000 : 1_000

test(
  `T-80: ${attempts} guessed topics hold nothing`,
  async () => {
    const random = createRandom(chooseSeed('T-80'))
    const url = await startRelay()
    const [publisher, guesser] = [await createTestClient(url), await createTestClient(url)]
    for (let index = 0; index < 100; index += 1) await publishAll(publisher, newTopic(), ['one', 'two'])
    let hits = 0
    for (let index = 0; index < attempts / 500; index += 1) {
      const topics = Array.from({ length: 500 }, () => random.bytes(32).toString('hex'))
      const fetched = resultOf(await guesser.request('irn_batchFetchMessages', { topics }))
      if (JSON.stringify(fetched) !== '{"messages":[],"hasMore":false}') hits += 1
      if (index % 20 === 0) await guesser.request('irn_batchSubscribe', { topics })
    }
    await guesser.settle()
    expect(hits + guesser.deliveries.length).toBe(0)
  },
  timeout,
)

test(
  'T-80: topics in use and unused topics get the same answers',
  async () => {
    const url = await startRelay()
    const [publisher, reader, guesser] = await Promise.all([1, 2, 3].map(() => createTestClient(url)))
    if (publisher === undefined || reader === undefined || guesser === undefined) throw new Error('three clients')
    const calls: readonly (readonly [string, (topic: string) => object])[] = [
      ['irn_subscribe', (topic) => ({ topic })],
      ['irn_fetchMessages', (topic) => ({ topic })],
      ['irn_batchSubscribe', (topic) => ({ topics: [topic] })],
      ['irn_unsubscribe', (topic) => ({ topic, id: 'x' })],
      ['irn_batchReceive', (topic) => ({ receipts: [{ topic, messageId: topic }] })],
    ]
    const took = new Map<string, number[]>()
    for (let round = 0; round < attempts / 333; round += 1) {
      // A topic in use: a reader is subscribed and took its message. The guesser's own copy is gone too.
      const used = newTopic()
      await reader.request('irn_subscribe', { topic: used })
      await publish(publisher, used, `${round}`)
      await reader.nextDelivery()
      await guesser.request('irn_batchReceive', {
        receipts: [{ topic: used, messageId: createHash('sha256').update(`${round}`).digest('hex') }],
      })
      for (const [method, params] of calls) {
        const words: string[] = []
        for (const [name, topic] of [
          ['known', used],
          ['unknown', newTopic()],
        ].sort(() => Math.random() - 0.5)) {
          const startedAt = performance.now()
          const answer = resultOf(await guesser.request(method, params(topic ?? '')))
          const key = `${method} ${name}`
          took.set(key, [...(took.get(key) ?? []), performance.now() - startedAt])
          // Replaced because subscription ids are hashes of the topic.
          words.push(JSON.stringify(answer).replace(/[0-9a-f]{64}/g, 'hash'))
        }
        expect(words[0], method).toBe(words[1])
      }
    }
    for (const [method] of calls) {
      const [known = 0, unknown = 0] = ['known', 'unknown'].map((name) =>
        percentile(took.get(`${method} ${name}`) ?? [], 0.5),
      )
      console.log(
        `T-80: ${method}: median ${known.toFixed(3)} ms known, ${unknown.toFixed(3)} ms unknown (${(known / unknown).toFixed(2)})`,
      )
    }
  },
  timeout,
)

test(
  'T-81: a client that subscribes, fetches and acks on a foreign topic takes nothing',
  async () => {
    const url = await startRelay()
    const victim = createTestIdentity()
    const topic = newTopic()
    const messages = Array.from({ length: 90 }, (_, index) => `message ${index}`)
    const before = messages.slice(0, 50)
    const receipts = messages.map((message) => ({
      topic,
      messageId: createHash('sha256').update(message).digest('hex'),
    }))

    const [dapp, thief] = [await createTestClient(url), await createTestClient(url)]
    await publishAll(dapp, topic, before)
    await thief.request('irn_subscribe', { topic })
    await thief.settle()
    expect(messagesOf(thief)).toEqual(before)
    await thief.request('irn_batchFetchMessages', { topics: [topic] })
    await thief.request('irn_batchReceive', { receipts })
    await publishAll(dapp, topic, messages.slice(50, 70))
    await thief.settle()
    await thief.request('irn_batchUnsubscribe', { subscriptions: [{ topic }] })
    await thief.close()

    const wallet = await createTestClient(url, { identity: victim })
    await wallet.request('irn_subscribe', { topic })
    const second = await createTestClient(url)
    await second.request('irn_subscribe', { topic })
    await publishAll(dapp, topic, messages.slice(70))
    await second.settle()
    await second.request('irn_batchReceive', { receipts })
    await wallet.settle()
    expect(messagesOf(wallet)).toEqual(messages)
  },
  timeout,
)

test(
  'T-92: refuses one bad message among a thousand by its own id; the others arrive',
  async () => {
    const url = await startRelay()
    const [publisher, reader] = [await createTestClient(url), await createTestClient(url)]
    const topic = newTopic()
    await reader.request('irn_subscribe', { topic })
    // Not an envelope and not base64, with JSON syntax and escapes. To the relay, every message is plain text.
    const messages = Array.from({ length: 1_000 }, (_, index) => `${index} "}]{"jsonrpc":"2.0","\\u0000\u0000%00\u2028`)
    const answers = await inTens(messages, (message, index) =>
      publish(publisher, topic, index === 500 ? `half a pair: \ud800 ${message}` : message),
    )
    const refused = answers.flatMap((answer, index) => (resultOf(answer) === true ? [] : [{ index, answer }]))
    expect(refused).toMatchObject([{ index: 500, answer: { kind: 'error', code: -32600 } }])
    await reader.settle()
    expect(messagesOf(reader)).toEqual(messages.filter((_, index) => index !== 500))
  },
  timeout,
)

test('T-92: invalid UTF-8 closes its connection with 1007, and no other', async () => {
  const url = await startRelay()
  const identity = createTestIdentity()
  const [publisher, other, reader] = [
    await createTestClient(url, { identity }),
    await createTestClient(url),
    await createTestClient(url),
  ]
  const topic = newTopic()
  await reader.request('irn_subscribe', { topic })
  await publish(publisher, topic, 'before')
  const bad = Buffer.from(
    `{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","ttl":300,"message":"\xff"}}`,
    'latin1',
  )
  publisher.socket.send(bad, { binary: false })
  expect(await publisher.closed).toMatchObject({ code: 1007 })
  await publish(other, topic, 'by another')
  await publish(await createTestClient(url, { identity }), topic, 'after')
  await reader.settle()
  expect(messagesOf(reader)).toEqual(['before', 'by another', 'after'])
})

test(
  `T-97: ${attempts} acks of foreign or unsent messages change nothing`,
  async () => {
    const random = createRandom(chooseSeed('T-97'))
    const url = await startRelay()
    const victim = createTestIdentity()
    const topic = newTopic()
    const messages = Array.from({ length: 50 }, (_, index) => `message ${index}`)
    const [dapp, attacker] = [await createTestClient(url), await createTestClient(url, { acks: false })]
    const wallet = await createTestClient(url, { identity: victim, acks: false })
    for (const client of [wallet, attacker]) await client.request('irn_subscribe', { topic })
    await publishAll(dapp, topic, messages)
    await Promise.all([wallet.settle(), attacker.settle()])
    expect(messagesOf(wallet)).toEqual(messages)

    const foreign = wallet.deliveries.map(({ idToken }) => idToken)
    const lastId = BigInt(foreign.at(-1)?.replaceAll('"', '') ?? 0)
    for (const idToken of foreign)
      for (const form of [idToken, idToken.replaceAll('"', '')]) {
        attacker.sendRaw(`{"id":${form},"jsonrpc":"2.0","result":true}`)
        attacker.socket.pong(`fetched ${form}`)
      }
    for (let index = 0; index < attempts; index += 1) {
      // Half near the next ids, half random.
      const id = random.chance(0.5) ? lastId + BigInt(random.integer(2_000_000)) : BigInt(random.word()) * 10n ** 9n
      const body = random.chance(0.9) ? '"result":true' : '"error":{"code":1,"message":"x"}'
      attacker.sendRaw(`{"id":${random.chance(0.5) ? `"${id}"` : id},"jsonrpc":"2.0",${body}}`)
      if (index % 100 === 0) attacker.socket.pong(`fetched ${id}`)
    }
    await attacker.settle()
    await wallet.close()
    const again = await createTestClient(url, { identity: victim })
    await again.request('irn_subscribe', { topic })
    await again.settle()
    expect(messagesOf(again)).toEqual(messages)

    // The victim's own acks count.
    await again.close()
    const last = await createTestClient(url, { identity: victim })
    await last.request('irn_subscribe', { topic })
    await last.settle()
    expect(messagesOf(last)).toEqual([])
  },
  timeout,
)

/** Runs ten items at a time, so that the reader keeps up. A topic stores at most a hundred messages that no client took. */
async function inTens<T, R>(list: readonly T[], run: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += 10)
    results.push(...(await Promise.all(list.slice(at, at + 10).map((item, index) => run(item, at + index)))))
  return results
}
