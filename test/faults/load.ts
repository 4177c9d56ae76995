import { randomBytes } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import type { Ledger } from './ledger.ts'
import { createLoadClient, type LoadMember, type Outage, type PublishOutcome } from './loadClient.ts'

/** A steady stream of messages over many topics, each with one publisher and two subscribers. */
export type Load = {
  readonly publishers: readonly LoadMember[]
  readonly subscribers: readonly LoadMember[]
  /** The outcome of each publish, with the time it was sent. */
  readonly outcomes: readonly (PublishOutcome & { readonly sentAt: number })[]
  /** Returns the number of unanswered publishes. */
  waiting(): number
  outages(): readonly Outage[]
  /** Stops sending. Resolves when every publish is answered and every acked message has reached its subscribers. */
  finish(patienceMs?: number): Promise<void>
  stop(): Promise<void>
}

/** The relay's promised rate; by day a part of it, which a busy machine also sustains. */
export const steadyPerSecond = isNight ? 200 : 50

const tickMs = 25
// With this many publishers, a client's publish rate has room for new messages besides those that waited for an absent store.
const publisherCount = 40
const subscriberCount = 10

/** Starts publishing once all clients are connected and subscribed. */
export async function startLoad(options: {
  readonly urls: readonly string[]
  readonly ledger: Ledger
  readonly messagesPerSecond: number
  readonly topicCount: number
  readonly messageLength?: number
  readonly ttlSeconds?: number
  /** `onNew` receives each message that is new to the application. */
  readonly createClient?: (first: number, onNew: (message: string) => void) => LoadMember
}): Promise<Load> {
  const { urls, ledger, messagesPerSecond, topicCount, messageLength = 300, ttlSeconds = 600 } = options
  const createRelayClient = (first: number, onNew: (message: string) => void) =>
    createLoadClient({ urls, first, ledger, beforeAck: ({ message }, isAgain) => void (isAgain || onNew(message)) })
  const createClient = options.createClient ?? createRelayClient
  const topics = Array.from({ length: topicCount }, () => randomBytes(32).toString('hex'))
  const outcomes: (PublishOutcome & { readonly sentAt: number })[] = []
  // By client and message: acks minus deliveries.
  const missing = new Map<LoadMember, Map<string, number>>()
  const unsettled = new Set<Promise<void>>()
  const publishers = Array.from({ length: publisherCount }, (_, index) => createClient(index, () => {}))
  const subscribers = Array.from({ length: subscriberCount }, (_, index) => {
    const owed = new Map<string, number>()
    const client = createClient(index, (message) => owe(owed, message, -1))
    missing.set(client, owed)
    return client
  })
  const subscribersOf = (topicIndex: number) =>
    [topicIndex, topicIndex + 3].flatMap((index) => subscribers[index % subscriberCount] ?? [])
  await Promise.all(
    subscribers.map((client) => {
      const own = topics.filter((_, index) => subscribersOf(index).includes(client))
      return client.subscribe(own)
    }),
  )

  let sent = 0
  const publish = () => {
    const topicIndex = sent % topicCount
    const topic = topics[topicIndex] ?? ''
    const message = `${sent} `.padEnd(messageLength, 'x') + randomBytes(8).toString('hex')
    sent += 1
    const sentAt = performance.now()
    const settled = (publishers[topicIndex % publisherCount]?.publish(topic, message, ttlSeconds) ?? never()).then(
      (outcome) => {
        outcomes.push({ ...outcome, sentAt })
        unsettled.delete(settled)
        if (outcome.kind !== 'acked') return
        for (const client of subscribersOf(topicIndex)) owe(missing.get(client), message, 1)
      },
    )
    unsettled.add(settled)
  }
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * messagesPerSecond
    while (sent < due) publish()
  }, tickMs)

  return {
    publishers,
    subscribers,
    outcomes,
    waiting: () => unsettled.size,
    outages: () => [...publishers, ...subscribers].flatMap(({ outages }) => outages),
    async finish(patienceMs = 60_000) {
      clearInterval(timer)
      await Promise.all(unsettled)
      const deadline = performance.now() + patienceMs
      const isOwed = () => [...missing.values()].some((owed) => [...owed.values()].some((count) => count > 0))
      // Messages still missing after this wait are lost, and the ledger names them.
      while (isOwed() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, tickMs))
    },
    async stop() {
      clearInterval(timer)
      await Promise.all([...publishers, ...subscribers].map((client) => client.stop()))
    },
  }
}

/** Counts acks against deliveries: an ack and its delivery cancel out in either order. */
function owe(owed: Map<string, number> | undefined, message: string, change: number): void {
  const count = (owed?.get(message) ?? 0) + change
  if (count === 0) owed?.delete(message)
  else owed?.set(message, count)
}

function never(): Promise<never> {
  return Promise.reject(new Error('There is no such publisher.'))
}
