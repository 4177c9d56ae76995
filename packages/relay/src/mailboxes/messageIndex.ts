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

/** One message without its text. */
export type Entry = {
  readonly sequence: number
  readonly messageId: string
  readonly publisherId: string
  readonly length: number
  readonly expiresAt: number
  isTaken: boolean
}

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

/** Everything up to `takenTo` is taken or the client's own; beyond, what `takenBeyond` holds. */
type Reader = { takenTo: number; takenBeyond: Set<number> | undefined }
type TopicIndex = {
  /** In the order of storing. */
  entries: Entry[]
  /** Made when there are too many to look through. */
  byMessageId: Map<string, Entry> | undefined
  readers: Map<string, Reader> | undefined
  queuedMessages: number
  queuedLength: number
  keptLength: number
  /** No message expires before. */
  nextExpiryAt: number
}

// What a message or a reader costs beside its texts, in memory and in a file: counted against `totalLength`.
const entryLength = 512
const readerLength = 256
// A topic has two ends. A stranger with many client ids must not make it large; whose acks find no room is pushed to again.
const readersPerTopic = 16
const searchedEntries = 32
const sweepIntervalMs = 1_000

export function createMessageIndex(options: {
  readonly now: () => number
  readonly limits: MailboxLimits
  readonly lastSequence?: number
  readonly onDrop: (sequence: number) => void
}): MessageIndex {
  const { now, limits, onDrop } = options
  const byTopic = new Map<Topic, TopicIndex>()
  const queues = new Map<string, { messages: number; length: number }>()
  let lastSequence = options.lastSequence ?? 0
  let totalLength = 0
  let sweptAt = Number.NEGATIVE_INFINITY

  const count = (index: TopicIndex, { length, publisherId }: Entry, sign: 1 | -1) => {
    index.queuedMessages += sign
    index.queuedLength += sign * length
    const queue = queues.get(publisherId)
    if (queue === undefined) queues.set(publisherId, { messages: sign, length: sign * length })
    else if (queue.messages + sign === 0) queues.delete(publisherId)
    else {
      queue.messages += sign
      queue.length += sign * length
    }
  }
  const add = (topic: Topic, entry: Entry) => {
    let index = byTopic.get(topic)
    if (index === undefined) {
      const sums = { queuedMessages: 0, queuedLength: 0, keptLength: 0, nextExpiryAt: entry.expiresAt }
      index = { entries: [], byMessageId: undefined, readers: undefined, ...sums }
      byTopic.set(topic, index)
    }
    index.entries.push(entry)
    index.byMessageId?.set(entry.messageId, entry)
    if (index.byMessageId === undefined && index.entries.length > searchedEntries)
      index.byMessageId = new Map(index.entries.map((one) => [one.messageId, one]))
    index.nextExpiryAt = Math.min(index.nextExpiryAt, entry.expiresAt)
    index.keptLength += entry.length
    totalLength += entry.length + entryLength
    if (!entry.isTaken) count(index, entry, 1)
  }
  /** `keep` says which entries stay. */
  const sift = (topic: Topic, index: TopicIndex, keep: (entry: Entry) => boolean): number => {
    const before = index.entries
    index.entries = []
    index.nextExpiryAt = Number.POSITIVE_INFINITY
    for (const entry of before) {
      if (keep(entry)) {
        index.entries.push(entry)
        index.nextExpiryAt = Math.min(index.nextExpiryAt, entry.expiresAt)
        continue
      }
      index.byMessageId?.delete(entry.messageId)
      for (const reader of index.readers?.values() ?? []) reader.takenBeyond?.delete(entry.sequence)
      index.keptLength -= entry.length
      totalLength -= entry.length + entryLength
      if (!entry.isTaken) count(index, entry, -1)
      onDrop(entry.sequence)
    }
    if (index.entries.length === 0) {
      byTopic.delete(topic)
      totalLength -= (index.readers?.size ?? 0) * readerLength
    }
    return before.length - index.entries.length
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
  const entryOf = (index: TopicIndex | undefined, messageId: string): Entry | undefined =>
    index?.byMessageId === undefined
      ? index?.entries.find((entry) => entry.messageId === messageId)
      : index.byMessageId.get(messageId)
  const usageOf = (topic: Topic, publisherId: string): Usage => {
    const index = byTopic.get(topic)
    const queue = queues.get(publisherId)
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
    index.readers ??= new Map()
    if (index.readers.size >= readersPerTopic || totalLength + readerLength > limits.totalLength) return undefined
    const reader: Reader = { takenTo: 0, takenBeyond: undefined }
    index.readers.set(clientId, reader)
    totalLength += readerLength
    return reader
  }
  /** Marks one entry; false when it was. */
  const mark = ({ entries }: TopicIndex, reader: Reader, clientId: string, sequence: number): boolean => {
    if (sequence <= reader.takenTo || reader.takenBeyond?.has(sequence)) return false
    let isMarked = false
    for (let place = placeAfter(entries, reader.takenTo); place < entries.length; place += 1) {
      const entry = entries[place]
      if (entry === undefined) break
      if (entry.sequence === sequence) isMarked = true
      else if (entry.publisherId !== clientId && !reader.takenBeyond?.delete(entry.sequence)) break
      reader.takenTo = entry.sequence
    }
    if (!isMarked) {
      reader.takenBeyond ??= new Set()
      reader.takenBeyond.add(sequence)
    }
    return true
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
    *pending(clientId, { topic, afterSequence }) {
      const at = now()
      const index = byTopic.get(topic)
      if (index === undefined) return
      const { entries } = index
      const reader = index.readers?.get(clientId)
      const from = placeAfter(entries, Math.max(afterSequence, reader?.takenTo ?? 0))
      for (let place = from; place < entries.length; place += 1) {
        const entry = entries[place]
        if (entry === undefined || entry.expiresAt <= at || entry.publisherId === clientId) continue
        if (!reader?.takenBeyond?.has(entry.sequence)) yield entry
      }
    },
    take(clientId, { topic, sequence }) {
      const index = byTopic.get(topic)
      const entry = entryAt(index, sequence)
      if (index === undefined || entry === undefined || entry.publisherId === clientId) return false
      const reader = readerOf(index, clientId)
      if (reader === undefined || !mark(index, reader, clientId, sequence)) return false
      if (!entry.isTaken) count(index, entry, -1)
      entry.isTaken = true
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

/** The place of the first entry after a sequence. */
function placeAfter(entries: readonly Entry[], sequence: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.sequence ?? 0) <= sequence) low = middle + 1
    else high = middle
  }
  return low
}

function entryAt(index: TopicIndex | undefined, sequence: number): Entry | undefined {
  const entry = index?.entries[placeAfter(index.entries, sequence) - 1]
  return entry?.sequence === sequence ? entry : undefined
}
