import type { Topic } from '@hawser/wire'

/** One message without its text. */
export type Entry = {
  readonly topic: Topic
  readonly sequence: number
  readonly messageId: string
  readonly publisherId: string
  /** The owner of the share that the message counts against, in the store's form of an address. */
  readonly address: string | undefined
  readonly length: number
  readonly expiresAt: number
  isTaken: boolean
  /** The bytes counted for remembering the message's readers. */
  charged: number
}

/** Everything up to `takenTo` is taken or the client's own. Beyond that, the sequences in `takenBeyond` are taken. */
export type Reader = { takenTo: number; takenBeyond: Set<number> | undefined }

/**
 * The messages of one topic, and the clients that took them. This is plain data with functions over it, because every topic has
 * one.
 */
export type TopicIndex = {
  /** The one copy of the topic that all its entries share. */
  readonly topic: Topic
  /** In the order of storing. */
  entries: Entry[]
  /** Created when there are too many entries to search through. */
  byMessageId: Map<string, Entry> | undefined
  readers: Map<string, Reader> | undefined
  /** Messages that no client has taken. */
  queuedMessages: number
  queuedLength: number
  keptLength: number
  /** The earliest time at which a message can expire, in epoch milliseconds. */
  nextExpiryAt: number
  /** The latest expiry of a message since the topic was empty, in epoch milliseconds. */
  lastExpiryAt: number
}

const searchedEntries = 32

export function createTopicIndex(topic: Topic): TopicIndex {
  return {
    topic,
    entries: [],
    byMessageId: undefined,
    readers: undefined,
    queuedMessages: 0,
    queuedLength: 0,
    keptLength: 0,
    nextExpiryAt: Number.POSITIVE_INFINITY,
    lastExpiryAt: 0,
  }
}

export function addEntry(index: TopicIndex, entry: Entry): void {
  index.entries.push(entry)
  index.byMessageId?.set(entry.messageId, entry)
  if (index.byMessageId === undefined && index.entries.length > searchedEntries)
    index.byMessageId = new Map(index.entries.map((one) => [one.messageId, one]))
  index.nextExpiryAt = Math.min(index.nextExpiryAt, entry.expiresAt)
  index.lastExpiryAt = Math.max(index.lastExpiryAt, entry.expiresAt)
  index.keptLength += entry.length
  if (!entry.isTaken) countQueued(index, entry, 1)
}

/** @returns the entries that `keep` rejected */
export function dropEntries(index: TopicIndex, keep: (entry: Entry) => boolean): readonly Entry[] {
  const before = index.entries
  const dropped: Entry[] = []
  index.entries = []
  index.nextExpiryAt = Number.POSITIVE_INFINITY
  for (const entry of before) {
    if (keep(entry)) {
      index.entries.push(entry)
      index.nextExpiryAt = Math.min(index.nextExpiryAt, entry.expiresAt)
      continue
    }
    forgetEntry(index, entry)
    dropped.push(entry)
  }
  return dropped
}

function forgetEntry(index: TopicIndex, entry: Entry): void {
  index.byMessageId?.delete(entry.messageId)
  for (const reader of index.readers?.values() ?? []) reader.takenBeyond?.delete(entry.sequence)
  index.keptLength -= entry.length
  if (!entry.isTaken) countQueued(index, entry, -1)
}

/** Drops one entry without a pass through its topic. `nextExpiryAt` can then be earlier than necessary. */
export function dropEntry(index: TopicIndex, entry: Entry): void {
  const place = placeAfter(index.entries, entry.sequence) - 1
  if (index.entries[place] !== entry) return
  index.entries.splice(place, 1)
  forgetEntry(index, entry)
}

export function entryOf(index: TopicIndex | undefined, messageId: string): Entry | undefined {
  return index?.byMessageId === undefined
    ? index?.entries.find((entry) => entry.messageId === messageId)
    : index.byMessageId.get(messageId)
}

export function entryAt(index: TopicIndex | undefined, sequence: number): Entry | undefined {
  const entry = index?.entries[placeAfter(index.entries, sequence) - 1]
  return entry?.sequence === sequence ? entry : undefined
}

/** The messages after a sequence, in order. */
export function* entriesAfter({ entries }: TopicIndex, sequence: number): Iterable<Entry> {
  for (let place = placeAfter(entries, sequence); place < entries.length; place += 1) {
    const entry = entries[place]
    if (entry !== undefined) yield entry
  }
}

/** Messages that a client has not taken yet: unexpired, of another publisher. */
export function* pendingEntries(
  index: TopicIndex,
  clientId: string,
  afterSequence: number,
  at: number,
): Iterable<Entry> {
  const reader = index.readers?.get(clientId)
  for (const entry of entriesAfter(index, Math.max(afterSequence, reader?.takenTo ?? 0))) {
    if (entry.expiresAt <= at || entry.publisherId === clientId) continue
    if (!reader?.takenBeyond?.has(entry.sequence)) yield entry
  }
}

export function addReader(index: TopicIndex, clientId: string): Reader {
  const reader: Reader = { takenTo: 0, takenBeyond: undefined }
  index.readers ??= new Map()
  index.readers.set(clientId, reader)
  return reader
}

/** Marks an entry as taken, so that it no longer waits. False if it was already taken. */
export function takeFromQueue(index: TopicIndex, entry: Entry): boolean {
  if (entry.isTaken) return false
  countQueued(index, entry, -1)
  entry.isTaken = true
  return true
}

// A client that never takes one message keeps a set of all that it takes later, in each relay and in Redis.
const mostTakenBeyond = 256

/** Remembers that a client took an entry. False if that was already known, or if there is no room. */
export function markTaken(
  { entries }: TopicIndex,
  reader: Reader,
  clientId: string,
  { sequence }: Pick<Entry, 'sequence'>,
): boolean {
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
    if (reader.takenBeyond.size >= mostTakenBeyond) return false
    reader.takenBeyond.add(sequence)
  }
  return true
}

function countQueued(index: TopicIndex, { length }: Entry, sign: 1 | -1): void {
  index.queuedMessages += sign
  index.queuedLength += sign * length
}

/** The position of the first entry after a sequence. */
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
