import type { IrnPublish, Topic } from '@hawser/wire'
import type { MailboxLimits } from '../limits/limits.ts'
import {
  checkUsage,
  lengthOf,
  type MessageKey,
  messageIdOf,
  type Position,
  type Receipt,
  type StoredMessage,
  type Usage,
} from './mailbox.ts'
import { createPublisherQueues } from './publisherQueues.ts'
import {
  addEntry,
  addReader,
  createTopicIndex,
  dropEntries,
  type Entry,
  entryAt,
  entryOf,
  pendingEntries,
  type Reader,
  type TopicIndex,
  takeEntry,
} from './topicIndex.ts'

/** A message just placed, with what a file keeps of it. */
export type Placed = { readonly stored: StoredMessage; readonly entry: Entry }

/**
 * What a mailbox knows of its messages, without their texts: order, dedupe, who took what, and what it all adds up to.
 * All of it is in memory, so that a publish or an ack costs a store no search; `limits.totalLength` bounds it.
 */
export type MessageIndex = {
  /** Places all or none; what is there already is left out. @throws MailboxLimitExceededError */
  put(publisherId: string, publishes: readonly IrnPublish[]): readonly Placed[]
  /** As if they had never been placed. Their sequences are not given again. */
  takeBack(placed: readonly Placed[]): void
  /** Puts back what a file held. False: it is known or has expired. */
  restore(topic: Topic, entry: Entry): boolean
  pending(clientId: string, position: Position): Iterable<Entry>
  /** False: unknown, the client's own, taken before, or there is no room to remember it. */
  take(clientId: string, key: MessageKey): boolean
  find(receipts: readonly Receipt[]): readonly MessageKey[]
  expiryOf(key: MessageKey): number | undefined
  /** Forgets what has expired, and stops after so many and the rest of their topic. @returns how many it forgot */
  dropExpired(atMost: number): number
  /** The last that was given. */
  lastSequence(): number
  /** Counts bytes kept elsewhere against `limits.totalLength`. */
  charge(length: number): void
}

// What a message or a reader costs beside its texts, in memory and in a file: counted against `totalLength`.
const entryLength = 512
const readerLength = 256
// A topic has two ends. A stranger with many client ids must not make it large; whose acks find no room is pushed to again.
const readersPerTopic = 16
const sweepIntervalMs = 1_000

export function createMessageIndex(options: {
  readonly now: () => number
  readonly limits: MailboxLimits
  readonly lastSequence?: number
  readonly onDrop: (sequence: number) => void
}): MessageIndex {
  const { now, limits, onDrop } = options
  const byTopic = new Map<Topic, TopicIndex>()
  const queues = createPublisherQueues()
  let lastSequence = options.lastSequence ?? 0
  let totalLength = 0
  let sweptAt = Number.NEGATIVE_INFINITY

  const add = (topic: Topic, entry: Entry) => {
    const index = byTopic.get(topic) ?? createTopicIndex()
    byTopic.set(topic, index)
    addEntry(index, entry)
    totalLength += entry.length + entryLength
    if (!entry.isTaken) queues.count(entry, 1)
  }
  /** `keep` says which entries stay. */
  const sift = (topic: Topic, index: TopicIndex, keep: (entry: Entry) => boolean): number => {
    const dropped = dropEntries(index, keep)
    for (const entry of dropped) {
      totalLength -= entry.length + entryLength
      if (!entry.isTaken) queues.count(entry, -1)
      onDrop(entry.sequence)
    }
    if (index.entries.length === 0) {
      byTopic.delete(topic)
      totalLength -= (index.readers?.size ?? 0) * readerLength
    }
    return dropped.length
  }
  const dropExpiredOf = (topic: Topic, index: TopicIndex | undefined, at: number): number =>
    index === undefined || index.nextExpiryAt > at ? 0 : sift(topic, index, ({ expiresAt }) => expiresAt > at)
  const sweep = (at: number, atMost: number): number => {
    let dropped = 0
    for (const [topic, index] of byTopic) {
      dropped += dropExpiredOf(topic, index, at)
      if (dropped >= atMost) break
    }
    return dropped
  }
  const usageOf = (topic: Topic, publisherId: string): Usage => {
    const index = byTopic.get(topic)
    const queue = queues.of(publisherId)
    return {
      queuedMessages: index?.queuedMessages ?? 0,
      queuedLength: index?.queuedLength ?? 0,
      clientMessages: queue?.messages ?? 0,
      clientLength: queue?.length ?? 0,
      keptMessages: index?.entries.length ?? 0,
      keptLength: index?.keptLength ?? 0,
      totalLength: totalLength + entryLength,
    }
  }
  const checkRoom = (topic: Topic, publisherId: string, length: number, at: number) => {
    try {
      checkUsage(usageOf(topic, publisherId), length, limits)
    } catch (error) {
      // What has expired is not forgotten at once. All topics are looked at now and then: a flood costs little.
      const isDue = at >= sweptAt + sweepIntervalMs || at < sweptAt
      if (isDue) sweptAt = at
      if ((isDue ? sweep(at, Number.POSITIVE_INFINITY) : dropExpiredOf(topic, byTopic.get(topic), at)) === 0)
        throw error
      checkUsage(usageOf(topic, publisherId), length, limits)
    }
  }
  const putOne = (publisherId: string, publish: IrnPublish): Placed | undefined => {
    const { topic, message, tag, attestation, ttlSeconds } = publish
    const publishedAt = now()
    const messageId = messageIdOf(message)
    const known = byTopic.get(topic)
    const twin = entryOf(known, messageId)
    if (twin !== undefined && twin.expiresAt > publishedAt) return undefined
    if (twin !== undefined) dropExpiredOf(topic, known, publishedAt)
    const length = lengthOf(publish)
    checkRoom(topic, publisherId, length, publishedAt)
    lastSequence += 1
    const sequence = lastSequence
    const expiresAt = publishedAt + ttlSeconds * 1000
    const entry: Entry = { sequence, messageId, publisherId, length, expiresAt, isTaken: false }
    add(topic, entry)
    return { stored: { topic, sequence, publisherId, message, tag, attestation, publishedAt, expiresAt }, entry }
  }
  const takeBack = (placed: readonly Placed[]) => {
    for (const { stored, entry } of placed) {
      const index = byTopic.get(stored.topic)
      if (index !== undefined) sift(stored.topic, index, (one) => one !== entry)
    }
  }
  const readerOf = (index: TopicIndex, clientId: string): Reader | undefined => {
    const known = index.readers?.get(clientId)
    if (known !== undefined) return known
    const hasRoom = (index.readers?.size ?? 0) < readersPerTopic && totalLength + readerLength <= limits.totalLength
    if (!hasRoom) return undefined
    totalLength += readerLength
    return addReader(index, clientId)
  }

  return {
    put(publisherId, publishes) {
      const placed: Placed[] = []
      try {
        for (const publish of publishes) {
          const one = putOne(publisherId, publish)
          if (one !== undefined) placed.push(one)
        }
      } catch (error) {
        takeBack(placed)
        throw error
      }
      return placed
    },
    takeBack,
    restore(topic, entry) {
      lastSequence = Math.max(lastSequence, entry.sequence)
      if (entry.expiresAt <= now() || entryOf(byTopic.get(topic), entry.messageId) !== undefined) return false
      add(topic, entry)
      return true
    },
    pending(clientId, { topic, afterSequence }) {
      const index = byTopic.get(topic)
      return index === undefined ? [] : pendingEntries(index, clientId, afterSequence, now())
    },
    take(clientId, { topic, sequence }) {
      const index = byTopic.get(topic)
      const entry = entryAt(index, sequence)
      if (index === undefined || entry === undefined || entry.publisherId === clientId) return false
      const reader = readerOf(index, clientId)
      const wasTaken = entry.isTaken
      if (reader === undefined || !takeEntry(index, reader, clientId, entry)) return false
      if (!wasTaken) queues.count(entry, -1)
      return true
    },
    find: (receipts) =>
      receipts.flatMap(({ topic, messageId }) => {
        const entry = entryOf(byTopic.get(topic), messageId)
        return entry === undefined || entry.expiresAt <= now() ? [] : [{ topic, sequence: entry.sequence }]
      }),
    expiryOf: ({ topic, sequence }) => entryAt(byTopic.get(topic), sequence)?.expiresAt,
    dropExpired: (atMost) => sweep(now(), atMost),
    lastSequence: () => lastSequence,
    charge: (length) => {
      totalLength += length
    },
  }
}
