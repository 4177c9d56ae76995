import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryMailbox, createSqliteMailbox, type Mailbox, type MailboxLimits } from '@hawser/relay'
import type { IrnPublish, Topic } from '@hawser/wire'
import { levelsOff, linearBeyondCache, logarithmic } from './bounds.ts'
import { inBatches } from './inBatches.ts'
import { pickSpread } from './pickSpread.ts'
import { processorMicros } from './processorMicros.ts'
import type { Operation, Place, Sizes, Subject } from './subject.ts'

type Store = 'memory' | 'SQLite'

const topicSizes: Sizes = [500, 5_000, 50_000]
const messageSizes: Sizes = [50, 500, 5_000]
const fewTopics = 20
const pass = 'store, deliver and acknowledge a message'
const purge = 'look for expired messages'
const sweep = linearBeyondCache(
  'once in 30 seconds, it reads the next expiry of every topic, and the caches hold few of them',
)
const scattered = levelsOff('the index of more topics takes more memory than the processor caches')
const halving = logarithmic(messageSizes, 'the place of a message in its topic is found by halving')

/** The mailboxes of a relay, with growing numbers of topics and of messages on a topic. */
export const relayMailboxes: readonly Subject[] = (['memory', 'SQLite'] as const).flatMap((store) => [
  {
    part: 'relay' as const,
    component: `mailbox, ${store}`,
    grows: 'topics',
    sizes: topicSizes,
    operations: [
      { name: pass, count: countOf(store), bound: scattered },
      ...(store === 'memory' ? [{ name: purge, count: 10, bound: sweep }] : []),
    ] satisfies readonly Operation[],
    open: (size: number) => openMailbox(store, { topics: size, messages: 1 }),
  },
  {
    part: 'relay' as const,
    component: `mailbox, ${store}`,
    grows: 'stored messages of a topic',
    sizes: messageSizes,
    operations: [{ name: pass, count: countOf(store), bound: halving }],
    open: (size: number) => openMailbox(store, { topics: fewTopics, messages: size }),
  },
])

function countOf(store: Store): number {
  return store === 'memory' ? 2_000 : 400
}

const unlimited = 2 ** 40
const limits: Partial<MailboxLimits> = {
  queuedMessages: unlimited,
  queuedLength: unlimited,
  clientMessages: unlimited,
  clientLength: unlimited,
  keptLength: unlimited,
  totalLength: unlimited,
}
const [publisher, reader] = ['publisher', 'reader'] as const
const weekSeconds = 7 * 86_400
const passingSeconds = 5

async function openMailbox(
  store: Store,
  stored: { readonly topics: number; readonly messages: number },
): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
  let at = Date.now()
  const options = { now: () => at, limits }
  const mailbox =
    store === 'memory'
      ? createMemoryMailbox(options)
      : createSqliteMailbox({ ...options, file: join(folder, 'mailbox.sqlite') })
  const topics = Array.from({ length: stored.topics }, (_, index) => topicOf(index))
  await fill(mailbox, topics, stored.messages)
  let number = 0
  const passOne = async () => {
    number += 1
    await passMessage(mailbox, pickSpread(topics, number), `passing ${number}`)
  }
  return {
    async run(operation, count) {
      if (operation === purge) return processorMicros(() => inBatches(count, 1, () => mailbox.purge()))
      const micros = await processorMicros(() => inBatches(count, 50, passOne))
      // The new messages expire, so that the next repetition finds the mailbox at its size.
      at += (passingSeconds + 1) * 1_000
      await mailbox.purge()
      return micros
    },
    async close() {
      await mailbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills a mailbox with messages that the reader has taken and that wait for other subscribers until they expire. */
async function fill(mailbox: Mailbox, topics: readonly Topic[], messages: number): Promise<void> {
  const publishes = Array.from({ length: messages }, (_, number) =>
    topics.map((topic) => publishOf(topic, `stored ${number}`, weekSeconds)),
  ).flat()
  for (let from = 0; from < publishes.length; from += 500) {
    const stored = await mailbox.put(publisher, publishes.slice(from, from + 500))
    await mailbox.remove(reader, stored)
  }
}

async function passMessage(mailbox: Mailbox, topic: Topic, text: string): Promise<void> {
  const [stored] = await mailbox.put(publisher, [publishOf(topic, text, passingSeconds)])
  if (stored === undefined) throw new Error('A message was not new.')
  const { messages } = await mailbox.pending(reader, [{ topic, afterSequence: stored.sequence - 1 }])
  if (messages[0]?.message !== text) throw new Error('A message was not delivered.')
  await mailbox.remove(reader, [stored])
}

function publishOf(topic: Topic, message: string, ttlSeconds: number): IrnPublish {
  return { topic, message, ttlSeconds, tag: 1108, prompt: false, attestation: '' }
}

function topicOf(index: number): Topic {
  return createHash('sha256').update(`topic ${index}`).digest('hex')
}
