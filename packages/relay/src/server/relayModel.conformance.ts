import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { createTestClient, createTestIdentity, type TestClient, type TestIdentity } from './createTestClient.fixture.ts'

type Command =
  | {
      readonly kind: 'publish'
      readonly by: number
      readonly topic: number
      readonly text: number
      readonly ttl: number
      readonly times: number
    }
  | {
      readonly kind: 'propose' | 'approve'
      readonly by: number
      readonly topic: number
      readonly text: number
      readonly ttl: number
      /** Published on the same topic immediately, before the answer arrives. */
      readonly next: number | undefined
    }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly by: number; readonly topic: number }
  | { readonly kind: 'ack'; readonly by: number; readonly topic: number; readonly most: number }
  | { readonly kind: 'reconnect'; readonly by: number; readonly node: number; readonly isRude: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }

const clientCount = 3
const topicCount = 2
const patienceMs = 5_000

const by = fc.nat({ max: clientCount - 1 })
const topic = fc.nat({ max: topicCount - 1 })
const text = fc.nat({ max: 6 })
const ttl = fc.integer({ min: 1, max: 20 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('publish' as const), by, topic, text, ttl },
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constantFrom('propose' as const, 'approve' as const), by, topic, text, ttl },
      next: fc.option(text, { nil: undefined, freq: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('subscribe' as const), by, topic }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), by, topic }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('ack' as const), by, topic, most: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reconnect' as const),
      by,
      node: fc.nat({ max: 1 }),
      isRude: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 8 }) }) },
)

type ModelMessage = {
  readonly topic: number
  readonly text: number
  readonly by: number
  readonly expiresAt: number
  readonly takenBy: Set<number>
}
/** The expected state of one socket: its subscriptions, and its pushes in order. */
type ModelSocket = { readonly topics: Set<number>; readonly pushed: ModelMessage[]; readonly acked: Set<ModelMessage> }

/** The reference queue: a list of messages, and rules P1 to P4 over it. */
function createReference() {
  const messages: ModelMessage[] = []
  const sockets = Array.from({ length: clientCount }, newSocket)
  let now = 0
  function newSocket(): ModelSocket {
    return { topics: new Set(), pushed: [], acked: new Set() }
  }
  const socketOf = (client: number) => sockets[client] ?? newSocket()
  const push = (client: number, at: number) => {
    const { pushed } = socketOf(client)
    for (const message of messages) {
      const isDue =
        message.topic === at && message.expiresAt > now && message.by !== client && !message.takenBy.has(client)
      if (isDue && !pushed.includes(message)) pushed.push(message)
    }
  }
  return {
    socketOf,
    publish({ by: client, topic: at, text, ttl }: Pick<ModelMessage, 'by' | 'topic' | 'text'> & { ttl: number }) {
      const isKnown = messages.some((one) => one.topic === at && one.text === text && one.expiresAt > now)
      if (isKnown) return
      messages.push({ topic: at, text, by: client, expiresAt: now + ttl, takenBy: new Set() })
      for (const [reader, { topics }] of sockets.entries()) if (topics.has(at)) push(reader, at)
    },
    subscribe(client: number, at: number) {
      socketOf(client).topics.add(at)
      push(client, at)
    },
    /** Acks the first unacked pushes on a topic. Returns their positions among the topic's pushes. */
    acknowledge(client: number, at: number, most: number): readonly number[] {
      const { pushed, acked } = socketOf(client)
      const here = pushed.filter((message) => message.topic === at)
      const open = here.filter((message) => !acked.has(message)).slice(0, most)
      for (const message of open) {
        acked.add(message)
        message.takenBy.add(client)
      }
      return open.map((message) => here.indexOf(message))
    },
    reconnect(client: number) {
      sockets[client] = newSocket()
    },
    wait(seconds: number) {
      now += seconds
    },
  }
}

/** One client of the relay under test, driven by the commands. */
type Driver = { readonly identity: TestIdentity; socket: TestClient }

/**
 * Z-10: three clients run publishes (also repeated), proposals and approvals (also followed directly by a publish),
 * subscriptions, acks, cuts, reconnects and waits over two topics. Any such run matches the reference queue: P1 to P4.
 * @param make - creates the mailboxes of the relays, one each, on one store and one clock (milliseconds)
 */
export function testRelayModel(
  name: string,
  options: { readonly runs: number; readonly make: (now: () => number) => Promise<readonly Mailbox[]> },
): void {
  test(`Z-10 P1 P2 P3 P4: ${options.runs} runs match the reference queue, ${name}`, async () => {
    const clock = { now: Date.now() }
    const mailboxes = await options.make(() => clock.now)
    const relays: Relay[] = []
    const urls: string[] = []
    for (const mailbox of mailboxes) {
      const relay = createRelay({ mailbox })
      relays.push(relay)
      urls.push((await relay.listen({ port: 0, host: '127.0.0.1' })).url)
    }
    let count = 0
    const run = async (commands: readonly Command[]) => {
      count += 1
      const topics = Array.from({ length: topicCount }, (_, index) => topicOf(`${name} ${count} ${index}`))
      const open = (identity: TestIdentity, node: number) =>
        createTestClient(urls[node % urls.length] ?? '', { identity, acks: false })
      const drivers = await Promise.all(
        Array.from({ length: clientCount }, async (_, index): Promise<Driver> => {
          const identity = createTestIdentity()
          return { identity, socket: await open(identity, index) }
        }),
      )
      try {
        await obeyAll(commands, drivers, topics, open, clock)
      } finally {
        await Promise.all(drivers.map(({ socket }) => socket.close()))
      }
    }
    try {
      await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 24 }), run), {
        numRuns: options.runs,
        interruptAfterTimeLimit: 1_500_000,
        // Fewer runs than the title says count as a failure.
        markInterruptAsFailure: true,
      })
    } finally {
      for (const relay of relays) await relay.stop()
    }
  }, 1_800_000)
}

async function obeyAll(
  commands: readonly Command[],
  drivers: readonly Driver[],
  topics: readonly string[],
  open: (identity: TestIdentity, node: number) => Promise<TestClient>,
  clock: { now: number },
): Promise<void> {
  const reference = createReference()
  const obey = async (one: Command): Promise<void> => {
    if (one.kind === 'wait') {
      clock.now += one.seconds * 1_000
      return reference.wait(one.seconds)
    }
    const driver = drivers[one.by]
    if (driver === undefined) return
    const { socket } = driver
    switch (one.kind) {
      case 'publish': {
        const params = publishOf(one, one.text, topics)
        const answers = Array.from({ length: one.times }, () => socket.request('irn_publish', params))
        for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ kind: 'result', result: true })
        return reference.publish(one)
      }
      case 'propose':
      case 'approve': {
        // The order of the frames is the order of the messages, even if the first frame does more than publish.
        const answers = [socket.request(...compositeOf(one, topics))]
        if (one.next !== undefined) answers.push(socket.request('irn_publish', publishOf(one, one.next, topics)))
        for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ kind: 'result', result: true })
        if (one.kind === 'approve') reference.publish({ ...one, topic: otherThan(one.topic) })
        reference.publish(one)
        reference.subscribe(one.by, one.topic)
        if (one.next !== undefined) reference.publish({ ...one, text: one.next })
        return
      }
      case 'subscribe':
        expect(await socket.request('irn_subscribe', { topic: topics[one.topic] })).toMatchObject({ kind: 'result' })
        return reference.subscribe(one.by, one.topic)
      case 'unsubscribe':
        await socket.request('irn_unsubscribe', { topic: topics[one.topic], id: '0'.repeat(64) })
        reference.socketOf(one.by).topics.delete(one.topic)
        return
      case 'ack':
        for (const place of reference.acknowledge(one.by, one.topic, one.most)) {
          const push = socket.deliveries.filter(({ delivery }) => delivery.topic === topics[one.topic])[place]
          if (push !== undefined) socket.acknowledge(push)
        }
        // The answer to a later request arrives after the acks have taken effect.
        return socket.settle()
      case 'reconnect':
        if (one.isRude) socket.socket.terminate()
        else socket.socket.close(1000)
        await socket.closed
        driver.socket = await open(driver.identity, one.node)
        return reference.reconnect(one.by)
    }
  }
  const compare = async () => {
    for (const [client, { socket }] of drivers.entries()) {
      const { pushed } = reference.socketOf(client)
      await untilPushed(socket, pushed.length)
      // Messages of different topics have no order.
      for (const place of topics.keys()) {
        const told = socket.deliveries.filter((one) => one.delivery.topic === topics[place])
        const expected = pushed.filter((one) => one.topic === place)
        expect(told.map(({ delivery }) => delivery.message)).toEqual(expected.map(({ text }) => messageOf(text)))
      }
    }
  }
  for (const one of commands) {
    await obey(one)
    await compare()
  }
  await Promise.all(drivers.map(({ socket }) => socket.settle()))
  await compare()
}

type Publish = Extract<Command, { kind: 'publish' | 'propose' | 'approve' }>
const messageOf = (text: number) => `text ${text}`
const otherThan = (place: number) => (place + 1) % topicCount

function publishOf(one: Publish, text: number, topics: readonly string[]) {
  return { topic: topics[one.topic], message: messageOf(text), ttl: one.ttl, tag: 1108, prompt: false }
}

/** A proposal on the topic, or a settlement on it with the response on the other topic. */
function compositeOf(one: Publish, topics: readonly string[]): readonly [method: string, params: object] {
  const [message, ttl] = [messageOf(one.text), one.ttl]
  if (one.kind === 'propose') {
    return ['wc_proposeSession', { pairingTopic: topics[one.topic], sessionProposal: message, ttl, correlationId: 1 }]
  }
  const [pairingTopic, sessionTopic] = [topics[otherThan(one.topic)], topics[one.topic]]
  const messages = { sessionProposalResponse: message, sessionSettlementRequest: message }
  return ['wc_approveSession', { pairingTopic, sessionTopic, ...messages, ttl, correlationId: 1 }]
}

async function untilPushed(socket: TestClient, count: number): Promise<void> {
  while (socket.deliveries.length < count) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, patienceMs, 'late')
    })
    const next = await Promise.race([socket.nextDelivery(), late])
    clearTimeout(timer)
    if (next === 'late') return
  }
}

function topicOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
