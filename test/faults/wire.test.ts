import { randomBytes } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageIdOf } from '../../packages/relay/src/mailboxes/mailbox.ts'
import { createTestIdentity } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { type FaultProxy, startFaultProxy } from './faultProxy.ts'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { percentile } from './percentile.ts'
import { type RelayNodes, startRelayNodes, unlimitedRates } from './relayNodes.ts'
import { stopRelayProcesses } from './relayProcess.ts'
import { type SignPair, startSignPair } from './signPair.ts'
import { pause, until } from './wait.ts'

// Faults on the wire and in timing, with two healthy nodes.
const allAcked = { ...allKept, refused: 0, indeterminate: 0 }
const nightlyMs = 900_000
let run: FaultRun
const folder = temporaryFolder()
let nodes: RelayNodes | undefined
const clients: LoadClient[] = []
const proxies: FaultProxy[] = []
const signPairs: SignPair[] = []

beforeAll(async () => {
  nodes = await startRelayNodes({ folder, args: unlimitedRates })
})
afterAll(async () => {
  await nodes?.stop()
  await stopRelayProcesses()
})
beforeEach(({ task }) => {
  run = startFaultRun(/F-R\d+/.exec(task.name)?.[0] ?? '', plannedOf(task.name))
})
afterEach(async () => {
  await Promise.all([...clients.splice(0), ...signPairs.splice(0)].map((client) => client.stop()))
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
  run.stop()
})

const cuts = isNight ? 1_000 : 40
const mailboxes = isNight ? 10_000 : 1_000
const races = isNight ? 20_000 : 500
const repeats = isNight ? 60 : 12
function plannedOf(title: string): number {
  const counts = { 'F-R13': repeats, 'F-R14': cuts, 'F-R15': mailboxes, 'F-R16': races }
  return Object.entries(counts).find(([id]) => title.startsWith(id))?.[1] ?? 0
}
const topicName = () => randomBytes(32).toString('hex')
function create(options: Partial<Parameters<typeof createLoadClient>[0]> & { urls: readonly string[] }): LoadClient {
  const client = createLoadClient({ ledger: run.ledger, ...options })
  clients.push(client)
  return client
}
const urlsOf = () => nodes?.urls ?? []
const connected = () => until('all are connected', () => clients.every((client) => client.isConnected()))
/** Each worker plays the next round until no round is left. */
async function inParallel<T>(workers: readonly T[], rounds: number, play: (worker: T, round: number) => Promise<void>) {
  let next = 0
  const work = async (worker: T) => {
    while (next < rounds) {
      next += 1
      await play(worker, next - 1)
    }
  }
  await Promise.all(workers.map(work))
}

test(
  'F-R13: a message published 1 to 60 times at once over both nodes is one message',
  async () => {
    const urls = urlsOf()
    const identity = createTestIdentity()
    const publishers = urls.map((url) => create({ urls: [url], identity }))
    await connected()
    const topics: string[] = []
    let answers = 0
    for (let round = 0; round < repeats; round += 1) {
      const [topic, message] = [topicName(), `message ${round}`]
      topics.push(topic)
      const id = messageIdOf(message)
      const at = performance.now()
      run.ledger.write({ kind: 'publish', id, clientId: identity.clientId, topic, connection: 1, at })
      const times = isNight ? round + 1 : round * 5 + 1
      const sent = Array.from({ length: times }, (_, index) =>
        publishers[index % publishers.length]?.request('irn_publish', { topic, message, ttl: 300 }),
      )
      for (const answer of await Promise.all(sent)) {
        expect(answer).toMatchObject({ kind: 'result', result: true })
        answers += 1
      }
      run.ledger.write({ kind: 'acked', id, tries: times, connection: 1, at: performance.now() })
      run.strike(`published ${times} times`)
    }
    const got = new Set<string>()
    const reader = create({ urls: urls.slice(1), beforeAck: ({ topic }) => got.add(topic) })
    await connected()
    await reader.subscribe(topics)
    await until('all are delivered', () => got.size === topics.length)
    // All other deliveries arrive before this response.
    await reader.request('irn_batchFetchMessages', { topics })
    expect(run.finish({ publishes: answers })).toMatchObject({ ...allAcked, wireDuplicates: 0 })
  },
  nightlyMs,
)

/** A publisher and a reader. Each message cuts the reader's connection before its ack. */
type CutPair = {
  publish(message: string): Promise<unknown>
  hasComeAgain(message: string): boolean
}

async function startCutPair(near: string, far: string): Promise<CutPair> {
  const proxy = await startFarProxy(far)
  const acknowledged = new Set<string>()
  const reader = create({
    urls: [proxy.url],
    beforeAck: ({ message }, isAgain) => {
      if (isAgain) return acknowledged.add(message)
      proxy.cut()
      run.strike('an ack was lost')
    },
  })
  const topic = topicName()
  const publisher = create({ urls: [near] })
  await reader.subscribe([topic])
  return {
    publish: (message) => publisher.publish(topic, message),
    hasComeAgain: (message) => acknowledged.has(message),
  }
}

async function startCutSignPair(near: string, far: string): Promise<CutPair> {
  const proxy = await startFarProxy(far)
  let isSettled = false
  let [cut, again] = [0, 0]
  const onPush = (isAgain: boolean) => {
    if (isAgain) again += 1
    if (isAgain || !isSettled) return
    cut += 1
    proxy.cut()
    run.strike('an ack of a wallet was lost')
  }
  const pair = await startSignPair({ dappUrls: [near], walletUrls: [proxy.url], ledger: run.ledger, onPush })
  signPairs.push(pair)
  isSettled = true
  // Messages go out one at a time.
  return { publish: async () => expect(await pair.ask()).toBe(true), hasComeAgain: () => again === cut }
}

async function startFarProxy(far: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy({ targetPort: Number(new URL(far).port), random: run.random })
  proxies.push(proxy)
  return proxy
}

test(
  'F-R14 P2: an ack lost with its connection: the application sees one message',
  async () => {
    const urls = urlsOf()
    const [near = '', far = ''] = urls
    // The last pair uses the real client: its application must get a repeated message only once.
    const pairs = await Promise.all([
      ...Array.from({ length: 10 }, () => startCutPair(near, far)),
      startCutSignPair(near, far),
    ])
    await connected()
    await inParallel(pairs, cuts, async (pair, round) => {
      await pair.publish(`message ${round}`)
      await until('it comes again', () => pair.hasComeAgain(`message ${round}`), 15_000)
    })
    const verdict = run.finish({})
    expect(verdict).toMatchObject({ ...allAcked, acked: cuts })
    expect(verdict.wireDuplicates).toBeGreaterThanOrEqual(cuts)
  },
  nightlyMs,
)

test(
  'F-R15: a message before the first subscription arrives on the other node',
  async () => {
    const [near = '', far = ''] = urlsOf()
    const arrived = new Map<string, () => void>()
    // A publisher can have up to 1,000 messages waiting.
    const pairs = Array.from({ length: 20 }, () => ({
      publisher: create({ urls: [near] }),
      reader: create({ urls: [far], beforeAck: ({ topic }) => arrived.get(topic)?.() }),
    }))
    await connected()
    const topics = Array.from({ length: mailboxes }, topicName)
    await inParallel(pairs, mailboxes, async ({ publisher }, round) => {
      await publisher.publish(topics[round] ?? '', `message ${round}`)
    })
    const took: number[] = []
    await inParallel(pairs, mailboxes, async ({ reader }, round) => {
      const topic = topics[round] ?? ''
      const startedAt = performance.now()
      const delivered = new Promise<void>((resolve) => arrived.set(topic, resolve))
      await reader.subscribe([topic])
      await Promise.race([delivered, pause(10_000)])
      took.push(performance.now() - startedAt)
      run.strike('subscribed after the publish')
      arrived.delete(topic)
      await reader.request('irn_unsubscribe', { topic, id: '' })
    })
    const p99 = percentile(took, 0.99)
    expect(run.finish({ 'subscribe to delivery p99, ms': Math.round(p99) })).toMatchObject({
      ...allAcked,
      acked: mailboxes,
    })
    expect(p99).toBeLessThanOrEqual(run.within(200))
  },
  nightlyMs,
)

test(
  'F-R16: publish and subscribe within 5 ms on both nodes: none is missed',
  async () => {
    const urls = urlsOf()
    const arrived = new Map<string, () => void>()
    const pairs = Array.from({ length: 20 }, (_, index) => ({
      // The pairs cover all four combinations of the two nodes.
      publisher: create({ urls, first: index }),
      reader: create({ urls, first: index >> 1, beforeAck: ({ topic }) => arrived.get(topic)?.() }),
    }))
    await connected()
    let missed = 0
    let before = 0
    await inParallel(pairs, races, async ({ publisher, reader }, round) => {
      const topic = topicName()
      const lead = run.random.between(0, 10)
      if (lead < 5) before += 1
      const delivered = new Promise<boolean>((resolve) => arrived.set(topic, () => resolve(true)))
      const published = pause(lead).then(() => publisher.publish(topic, `message ${round}`))
      const subscribed = pause(5).then(() => reader.subscribe([topic]))
      await Promise.all([published, subscribed])
      run.strike('raced')
      const isThere = await Promise.race([delivered, pause(10_000).then(() => false)])
      if (!isThere) missed += 1
      arrived.delete(topic)
      await reader.request('irn_unsubscribe', { topic, id: '' })
    })
    const verdict = run.finish({ missed, 'published first': before })
    expect(verdict).toMatchObject({ ...allAcked, acked: races })
    expect(missed).toBe(0)
  },
  nightlyMs,
)
