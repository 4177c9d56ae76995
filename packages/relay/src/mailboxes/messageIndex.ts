import type { IrnPublish, Topic } from '@hawser/wire'
import { isBrief, type MailboxLimits, reservedShare } from '../limits/limits.ts'
import { createLedger } from './ledger.ts'
import {
  boundOf,
  lengthOf,
  type MessageKey,
  messageIdOf,
  type Receipt,
  refusalOf,
  type StoredMessage,
  type TopicPosition,
  type Usage,
} from './mailbox.ts'
import {
  addEntry,
  addReader,
  createTopicIndex,
  dropEntries,
  dropEntry,
  type Entry,
  entriesAfter,
  entryAt,
  entryOf,
  markTaken,
  pendingEntries,
  type Reader,
  type TopicIndex,
  takeFromQueue,
} from './topicIndex.ts'

/** A message just placed, with its index entry. */
export type Placed = { readonly stored: StoredMessage; readonly entry: Entry }

/**
 * A mailbox's index of its messages, without their texts: order, duplicates, which client took what, and totals. The whole
 * index is in memory, so that a publish or an ack needs no search in the store. `limits.totalLength` bounds its size.
 */
export type MessageIndex = {
  /**
   * Places all messages or none. Messages already in the index are left out. Taken messages are removed to make room, and stay
   * removed if the call fails.
   * @param address - as in `Entry`
   * @throws MailboxLimitExceededError
   */
  put(publisherId: string, publishes: readonly IrnPublish[], address?: string): readonly Placed[]
  /** Undoes `put` as if the messages had never been placed. */
  takeBack(placed: readonly Placed[]): void
  /** Restores an entry from the store. False if the entry is already known or has expired. */
  restore(entry: Entry): boolean
  /** Forgets the entries of a topic, which stay in the store. */
  forget(topic: Topic): void
  /** The sequence of the oldest message of a topic. Undefined if the topic is empty. */
  oldest(topic: Topic): number | undefined
  /**
   * Removes taken messages, the first taken first, until they and their overhead add up to `length` bytes. Removes only messages
   * of topics that `isWanted` accepts. False if it finds no message.
   */
  dropTaken(length: number, isWanted: (topic: Topic) => boolean): boolean
  /**
   * The topics with messages that no client has taken and that count against the owner's share: at most `atMost` after the first
   * `skip`. Searches all.
   */
  waitingTopics(
    bound: 'client' | 'address',
    owner: string | undefined,
    range: { readonly skip: number; readonly atMost: number },
  ): readonly Topic[]
  pending(clientId: string, position: TopicPosition): Iterable<Entry>
  /**
   * Marks a message as taken. False if it is unknown, the client's own or taken before, or if the client is not the first
   * reader and there is no room to remember another.
   * @param clientId - undefined for a client that is not remembered
   */
  take(clientId: string | undefined, key: MessageKey): boolean
  /** Marks the messages of a topic as taken, up to and including this one. */
  takeTo(clientId: string, key: MessageKey): void
  /** Returns the reader with a client id. Undefined if it is not remembered. */
  readerOf(topic: Topic, clientId: string): Readonly<Reader> | undefined
  find(receipts: readonly Receipt[]): readonly MessageKey[]
  expiryOf(key: MessageKey): number | undefined
  /** A time by which all messages of a topic have expired, in epoch milliseconds. 0 for an empty topic. */
  lastExpiryOf(topic: Topic): number
  /** Removes expired entries, and stops after the topic in which `atMost` is reached. @returns the number of removed entries */
  dropExpired(atMost: number): number
  /** The last sequence given out. */
  lastSequence(): number
  /** Counts bytes stored elsewhere against `limits.totalLength`. */
  charge(length: number): void
}

// The overhead in bytes of a message and of a reader, in memory and in a file. Both count against `totalLength`.
const entryLength = 512
const readerLength = 256
// A topic has two ends. A stranger with many client ids must not make the topic large. Clients whose acks find no room receive
// the messages again.
const readersPerTopic = 16
// The size in bytes of the record that a client took one message, in memory and in a file.
const takeLength = 64
const sweepIntervalMs = 1_000

/**
 * @param options - `nextSequence` names the next message of a topic; by default, all topics share one count after
 * `lastSequence`. `keepsTexts` says whether texts count against `totalLength`. `onDrop` receives each entry whose message leaves
 * the store.
 */
export function createMessageIndex(options: {
  readonly now: () => number
  readonly limits: MailboxLimits
  readonly lastSequence?: number
  readonly nextSequence?: (topic: Topic) => number
  readonly keepsTexts?: boolean
  readonly onDrop: (entry: Entry) => void
}): MessageIndex {
  const { now, limits, onDrop, keepsTexts = true } = options
  const byTopic = new Map<Topic, TopicIndex>()
  const ledger = createLedger({ entryLength })
  const commonLength = Math.floor(limits.totalLength * (1 - reservedShare))
  const common = { ...limits, totalLength: commonLength }
  let lastSequence = options.lastSequence ?? 0
  let totalLength = 0
  let sweptAt = Number.NEGATIVE_INFINITY

  const topicIndexOf = (topic: Topic): TopicIndex => {
    const known = byTopic.get(topic)
    if (known !== undefined) return known
    const index = createTopicIndex(topic)
    byTopic.set(topic, index)
    return index
  }
  const nextSequence = (topic: Topic) => {
    lastSequence = options.nextSequence?.(topic) ?? lastSequence + 1
    return lastSequence
  }
  const keptLengthOf = ({ length }: Entry) => (keepsTexts ? length : 0) + entryLength
  const add = (entry: Entry) => {
    addEntry(topicIndexOf(entry.topic), entry)
    totalLength += keptLengthOf(entry)
    ledger.add(entry)
  }
  const uncount = (topic: Topic, index: TopicIndex, entry: Entry) => {
    totalLength -= keptLengthOf(entry)
    ledger.drop(entry)
    if (index.entries.length > 0 || !byTopic.delete(topic)) return
    totalLength -= (index.readers?.size ?? 0) * readerLength
  }
  const onDropped = (topic: Topic, index: TopicIndex, entry: Entry) => {
    uncount(topic, index, entry)
    onDrop(entry)
  }
  /** Removes the entries that `keep` rejects. */
  const sift = (topic: Topic, index: TopicIndex, keep: (entry: Entry) => boolean): number => {
    const dropped = dropEntries(index, keep)
    for (const entry of dropped) onDropped(topic, index, entry)
    return dropped.length
  }
  const dropExpiredOf = (topic: Topic, index: TopicIndex | undefined, at: number): number =>
    index === undefined || index.nextExpiryAt > at ? 0 : sift(topic, index, ({ expiresAt }) => expiresAt > at)
  const forget = (entry: Entry) => {
    const index = byTopic.get(entry.topic)
    if (index === undefined) return
    dropEntry(index, entry)
    onDropped(entry.topic, index, entry)
  }
  const sweep = (at: number, atMost: number): number => {
    let dropped = 0
    for (const [topic, index] of byTopic) {
      dropped += dropExpiredOf(topic, index, at)
      if (dropped >= atMost) break
    }
    return dropped
  }
  const usageOf = (topic: Topic, publisherId: string, address: string | undefined): Usage => {
    const index = byTopic.get(topic)
    const client = ledger.clientOf(publisherId)
    return {
      queuedMessages: index?.queuedMessages ?? 0,
      queuedLength: index?.queuedLength ?? 0,
      keptMessages: index?.entries.length ?? 0,
      keptLength: index?.keptLength ?? 0,
      clientMessages: client?.messages ?? 0,
      clientLength: client?.length ?? 0,
      addressLength: ledger.addressLengthOf(address),
      totalLength: totalLength + entryLength,
    }
  }
  const makeRoom = (publisherId: string, publish: IrnPublish, address: string | undefined, at: number) => {
    const { topic, ttlSeconds } = publish
    const length = lengthOf(publish)
    const bounds = isBrief(length, ttlSeconds) ? limits : common
    const read = () => usageOf(topic, publisherId, address)
    if (boundOf(read(), length, bounds) === undefined) return
    // Expired entries are removed later. All topics are swept at most once per interval, so a flood costs little.
    if (at >= sweptAt + sweepIntervalMs || at < sweptAt) {
      sweptAt = at
      sweep(at, Number.POSITIVE_INFINITY)
    } else dropExpiredOf(topic, byTopic.get(topic), at)
    for (;;) {
      const usage = read()
      const bound = boundOf(usage, length, bounds)
      if (bound === undefined) return
      const entry = ledger.firstTaken(bound, publisherId, address)
      if (entry === undefined) throw refusalOf(bound, usage, length, limits)
      forget(entry)
    }
  }
  const putOne = (publisherId: string, publish: IrnPublish, address: string | undefined): Placed | undefined => {
    const { message, tag, attestation, ttlSeconds } = publish
    const publishedAt = now()
    const messageId = messageIdOf(message)
    const known = byTopic.get(publish.topic)
    const topic = known?.topic ?? publish.topic
    const twin = entryOf(known, messageId)
    if (twin !== undefined && twin.expiresAt > publishedAt) return undefined
    if (twin !== undefined) dropExpiredOf(topic, known, publishedAt)
    const length = lengthOf(publish)
    makeRoom(publisherId, publish, address, publishedAt)
    const sequence = nextSequence(topic)
    const expiresAt = publishedAt + ttlSeconds * 1000
    // Written out here and below: with objects made by spreading others, this path takes five times as long.
    const entry: Entry = {
      topic,
      sequence,
      messageId,
      publisherId,
      address,
      length,
      expiresAt,
      isTaken: false,
      charged: 0,
    }
    add(entry)
    return { stored: { topic, sequence, publisherId, message, tag, attestation, publishedAt, expiresAt }, entry }
  }
  const takeBack = (placed: readonly Placed[]) => {
    for (const { stored, entry } of placed) {
      const index = byTopic.get(stored.topic)
      if (index === undefined) continue
      for (const one of dropEntries(index, (other) => other !== entry)) uncount(stored.topic, index, one)
    }
  }
  const openReader = (index: TopicIndex, entry: Entry, clientId: string): Reader | undefined => {
    const known = index.readers?.get(clientId)
    if (known !== undefined) return known
    const hasRoom = (index.readers?.size ?? 0) < readersPerTopic && totalLength + readerLength <= commonLength
    if (!hasRoom) return undefined
    totalLength += readerLength
    ledger.charge(entry, readerLength)
    return addReader(index, clientId)
  }
  const take = (index: TopicIndex, entry: Entry, clientId: string | undefined): boolean => {
    if (entry.publisherId === clientId) return false
    // Also for a client that there is no room to remember: sixteen strangers must not close a topic for its two ends.
    const isFirst = takeFromQueue(index, entry)
    if (isFirst) ledger.take(entry)
    const reader = clientId === undefined ? undefined : openReader(index, entry, clientId)
    const isMarked = clientId !== undefined && reader !== undefined && markTaken(index, reader, clientId, entry)
    if (isFirst || isMarked) ledger.charge(entry, takeLength)
    return isFirst || isMarked
  }

  return {
    put(publisherId, publishes, address) {
      const placed: Placed[] = []
      try {
        for (const publish of publishes) {
          const one = putOne(publisherId, publish, address)
          if (one !== undefined) placed.push(one)
        }
      } catch (error) {
        takeBack(placed)
        throw error
      }
      return placed
    },
    takeBack,
    restore(entry) {
      lastSequence = Math.max(lastSequence, entry.sequence)
      if (entry.expiresAt <= now()) return false
      const twin = entryOf(byTopic.get(entry.topic), entry.messageId)
      if (twin !== undefined && twin.sequence >= entry.sequence) return false
      // It has expired: otherwise the store would not have its text again.
      if (twin !== undefined) forget(twin)
      add(entry)
      return true
    },
    forget(topic) {
      const index = byTopic.get(topic)
      if (index !== undefined) for (const entry of dropEntries(index, () => false)) uncount(topic, index, entry)
    },
    oldest: (topic) => byTopic.get(topic)?.entries[0]?.sequence,
    dropTaken(length, isWanted) {
      let dropped = 0
      for (const entry of ledger.taken()) {
        if (dropped >= length) break
        if (!isWanted(entry.topic)) continue
        forget(entry)
        dropped += entry.length + entryLength
      }
      return dropped > 0
    },
    waitingTopics(bound, owner, { skip, atMost }) {
      const isOwned = ({ isTaken, publisherId, address }: Entry) =>
        !isTaken && (bound === 'client' ? publisherId : address) === owner
      const found: Topic[] = []
      for (const [topic, { entries }] of byTopic) {
        if (entries.some(isOwned)) found.push(topic)
        if (found.length >= skip + atMost) break
      }
      return found.slice(skip)
    },
    pending(clientId, { topic, afterSequence }) {
      const index = byTopic.get(topic)
      return index === undefined ? [] : pendingEntries(index, clientId, afterSequence, now())
    },
    take(clientId, { topic, sequence }) {
      const index = byTopic.get(topic)
      const entry = entryAt(index, sequence)
      return index !== undefined && entry !== undefined && take(index, entry, clientId)
    },
    takeTo(clientId, { topic, sequence }) {
      const index = byTopic.get(topic)
      if (index === undefined) return
      let reader = index.readers?.get(clientId)
      for (const entry of entriesAfter(index, reader?.takenTo ?? 0)) {
        if (entry.sequence > sequence) break
        if (entry.publisherId !== clientId) {
          const isFirst = takeFromQueue(index, entry)
          if (isFirst) ledger.take(entry)
          reader ??= openReader(index, entry, clientId)
          const isKnown = reader === undefined || reader.takenBeyond?.delete(entry.sequence)
          if (isFirst || !isKnown) ledger.charge(entry, takeLength)
        }
        if (reader !== undefined) reader.takenTo = entry.sequence
      }
    },
    readerOf: (topic, clientId) => byTopic.get(topic)?.readers?.get(clientId),
    find: (receipts) =>
      receipts.flatMap(({ topic, messageId }) => {
        const entry = entryOf(byTopic.get(topic), messageId)
        return entry === undefined || entry.expiresAt <= now() ? [] : [{ topic, sequence: entry.sequence }]
      }),
    lastExpiryOf: (topic) => byTopic.get(topic)?.lastExpiryAt ?? 0,
    expiryOf: ({ topic, sequence }) => entryAt(byTopic.get(topic), sequence)?.expiresAt,
    dropExpired: (atMost) => sweep(now(), atMost),
    lastSequence: () => lastSequence,
    charge: (length) => {
      totalLength += length
    },
  }
}
