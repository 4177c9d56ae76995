import type { Topic } from '@hawser/wire'
import type { MailboxLimits } from '../../limits/limits.ts'
import type { StoredMessage } from '../mailbox.ts'
import { createMessageIndex, type MessageIndex } from '../messageIndex.ts'
import type { Entry } from '../topicIndex.ts'
import { parseBody, sequenceAt, sequenceOf, type TopicAcks } from './log/logEntry.ts'
import type { LoggedMessage, TopicLog } from './log/topicLog.ts'
import type { ReadPurpose } from './readSlots.ts'
import { longestRunMs, type Moment } from './redisSteps.ts'

/**
 * The index of the messages in Redis that this relay knows: those of the topics that its clients use. It is read from Redis,
 * and again whenever this relay may have missed something.
 */
export type RedisReplica = {
  readonly index: MessageIndex
  /** The position of this relay in the log of a topic. Undefined if the log must be read first. */
  positionOf(topic: Topic): Position | undefined
  /**
   * Reads for a reader what was added to a topic. Undefined if it must be read from its start, or if a call on the topic is in
   * progress.
   */
  refresh(moment: Moment, topic: Topic): Promise<Texts | undefined>
  /** Reads what this relay does not know of a topic. One call at a time for a topic, as for `load` and `recover`. */
  read(moment: Moment, topic: Topic, purpose: ReadPurpose): Promise<Texts>
  /** Reads a topic from its start. */
  load(moment: Moment, topic: Topic, purpose: ReadPurpose): Promise<void>
  /**
   * Finds out why Redis refused an id: another relay has come before, or this relay knows a message that is dropped.
   * @param given - the last sequence that the log has given out
   */
  recover(moment: Moment, topic: Topic, given: number): Promise<void>
  /**
   * Begins an append to a log. News waits until `leave`. One call at a time for a topic. Undefined if the log must be read first.
   */
  enter(topic: Topic): Position | undefined
  /** Reads a topic from its start, and begins an append. */
  open(moment: Moment, topic: Topic): Promise<Position>
  leave(position: Position): void
  /** Receives the news of a message on a watched topic. */
  hear(topic: Topic, news: string): void
  /** Forgets what is known of a topic. */
  forget(topic: Topic): void
  /** Forgets a topic that no client uses. */
  release(topic: Topic): void
  /** Redis may lack something that this relay knows of a topic: the topic is read again before its next use. */
  doubt(topic: Topic): void
  /** Redis may have lost something: each topic is read again before its next use. */
  doubtAll(): void
  /** The messages dropped since the last call, by topic. */
  takeDropped(): ReadonlyMap<Topic, readonly number[]>
  /** Returns messages of `takeDropped` that are still in the log. */
  returnDropped(topic: Topic, sequences: readonly number[]): void
  /** The bytes of these messages and their overhead. */
  droppedLength(): number
}

/** The texts that a read of a log brought along. */
export type Texts = ReadonlyMap<Entry, StoredMessage>

type Added = { readonly texts: Texts; readonly hasNew: boolean }

export type Position = {
  readonly topic: Topic
  /** The sequence of the last known message in the log. 0 for an empty log. */
  last: number
  /** The last sequence that the call in progress has given out. */
  placed: number
  /** The last sequence that the log has given out, if it is known to be later. */
  given: number
  acksVersion: string
  /** Whether this relay has appended a message since it read the log. Ids alone then detect the messages of other relays. */
  isProven: boolean
  /** Whether Redis may have lost what this relay knows. */
  isDoubtful: boolean
  /** Whether a call appends to the log. */
  isBusy: boolean
  /** The last message announced meanwhile. */
  heard: number
}

// A relay's index of one message is about 500 bytes.
const mostMessages = 1_000_000
const entryLength = 512

/**
 * @param options - `onStored` receives new messages of other relays; `onGap` receives topics whose messages may have been missed;
 * `isWatched` says whether Redis announces the messages of a topic
 */
export function createRedisReplica(options: {
  readonly log: TopicLog
  readonly limits: MailboxLimits
  readonly now: () => number
  readonly isWatched: (topic: Topic) => boolean
  readonly onStored: (messages: readonly StoredMessage[]) => void
  readonly onGap: (topics: readonly Topic[]) => void
}): RedisReplica {
  const { log, now, isWatched, onStored, onGap } = options
  const positions = new Map<Topic, Position>()
  let dropped = new Map<Topic, number[]>()
  let droppedLength = 0

  const onDrop = ({ topic, sequence, length }: Entry) => {
    const sequences = dropped.get(topic)
    if (sequences === undefined) dropped.set(topic, [sequence])
    else sequences.push(sequence)
    droppedLength += length + entryLength
  }
  const nextSequence = (topic: Topic): number => {
    const position = positions.get(topic) ?? startPosition(topic)
    const clock = sequenceAt(now())
    const last = Math.max(position.last, position.placed)
    position.isProven = position.isProven && clock - last < sequenceAt(longestRunMs)
    position.placed = position.isProven ? last + 1 : Math.max(last + 1, position.given + 1, clock)
    return position.placed
  }
  const limits = { ...options.limits, totalLength: mostMessages * entryLength }
  const index = createMessageIndex({ now, limits, nextSequence, keepsTexts: false, onDrop })

  /** Adds what was read, unless it is known. */
  const add = (position: Position, messages: readonly LoggedMessage[]): Added => {
    const texts = new Map<Entry, StoredMessage>()
    let hasNew = false
    for (const { entry, stored } of messages) {
      if (entry.sequence <= position.last) continue
      position.last = entry.sequence
      if (index.restore(entry)) {
        hasNew = true
        if (stored !== undefined) texts.set(entry, stored)
      } else if (entry.expiresAt <= now()) onDrop(entry)
    }
    return { texts, hasNew }
  }
  const addAcks = (position: Position, { version, readers, taken }: TopicAcks) => {
    const { topic } = position
    let latest = 0
    for (const { clientId, takenTo } of readers) {
      index.takeTo(clientId, { topic, sequence: takenTo })
      latest = Math.max(latest, takenTo)
    }
    for (const { clientId, sequence } of taken) {
      index.take(clientId, { topic, sequence })
      latest = Math.max(latest, sequence)
    }
    if (latest <= position.last) position.acksVersion = version ?? position.acksVersion
    else {
      // Redis has lost the end of the log, or not told it yet. A message with an id below would count as taken.
      position.given = Math.max(position.given, latest)
      position.isProven = false
    }
  }
  /**
   * Undefined if the topic was forgotten meanwhile, or an append began: messages of other relays must not come between its own
   * and those before.
   */
  const readFrom = async (
    moment: Moment,
    topic: Topic,
    position: Position,
    purpose: ReadPurpose,
    isInTurn: boolean,
  ): Promise<Added | undefined> => {
    const { messages, acks } = await log.read(moment, topic, position, purpose)
    if (positions.get(topic) !== position || (position.isBusy && !isInTurn)) return undefined
    const added = add(position, messages)
    addAcks(position, acks)
    return added
  }
  const forget = (topic: Topic) => {
    positions.delete(topic)
    index.forget(topic)
  }
  /**
   * Reads a topic from its start, and replaces all that is known of it in one step: calls in progress never see a
   * part of a topic.
   */
  const load = async (moment: Moment, topic: Topic, purpose: ReadPurpose, start: Partial<Position> = {}) => {
    const position = { ...startPosition(topic), ...start }
    const { messages, acks } = await log.read(moment, topic, position, purpose)
    const wasKnown = positions.has(topic)
    forget(topic)
    positions.set(topic, position)
    const { texts } = add(position, messages)
    addAcks(position, acks)
    // Messages that arrived since it was known may have reached no subscriber yet.
    if (wasKnown) onGap([topic])
    return { position, texts }
  }
  const positionOf = (topic: Topic) => {
    const position = positions.get(topic)
    return position?.isDoubtful ? undefined : position
  }

  const refresh = async (moment: Moment, topic: Topic, purpose: ReadPurpose, isInTurn: boolean) => {
    const position = positionOf(topic)
    if (position === undefined || (position.isBusy && !isInTurn)) return undefined
    const added = await readFrom(moment, topic, position, purpose, isInTurn)
    // No news of these messages arrived.
    if (added?.hasNew) onGap([topic])
    return added?.texts
  }

  return {
    index,
    positionOf,
    refresh: (moment, topic) => refresh(moment, topic, 'reader', false),
    read: async (moment, topic, purpose) =>
      (await refresh(moment, topic, purpose, true)) ?? (await load(moment, topic, purpose)).texts,
    async load(moment, topic, purpose) {
      await load(moment, topic, purpose)
    },
    enter(topic) {
      const position = positionOf(topic)
      if (position !== undefined) position.isBusy = true
      return position
    },
    open: async (moment, topic) => (await load(moment, topic, 'message', { isBusy: true })).position,
    async recover(moment, topic, given) {
      const position = positionOf(topic)
      if (position === undefined) return
      position.given = Math.max(position.given, given)
      position.isProven = false
      const { last } = position
      await readFrom(moment, topic, position, 'message', true)
      if (position.last === last) await load(moment, topic, 'message', { given: position.given })
    },
    leave(position) {
      position.isBusy = false
      position.placed = 0
      if (position.heard > position.last) onGap([position.topic])
      position.heard = 0
    },
    hear(topic, news) {
      const position = positions.get(topic)
      if (position === undefined) return onGap([topic])
      const { id, before, body } = parseNews(news)
      const sequence = sequenceOf(id)
      if (sequence <= position.last) return
      if (position.isBusy) {
        position.heard = Math.max(position.heard, sequence)
        return
      }
      if (body === undefined || sequenceOf(before) > position.last) return onGap([topic])
      const { entry, stored } = parseBody(topic, sequence, body)
      position.last = sequence
      if (index.restore(entry)) onStored([stored])
    },
    forget,
    release(topic) {
      if (index.oldest(topic) === undefined && !isWatched(topic) && !positions.get(topic)?.isBusy)
        positions.delete(topic)
    },
    doubt(topic) {
      const position = positions.get(topic)
      if (position !== undefined) position.isDoubtful = true
    },
    doubtAll() {
      for (const position of positions.values()) position.isDoubtful = true
    },
    takeDropped() {
      const all = dropped
      dropped = new Map()
      droppedLength = 0
      return all
    },
    returnDropped(topic, sequences) {
      dropped.set(topic, [...sequences, ...(dropped.get(topic) ?? [])])
    },
    droppedLength: () => droppedLength,
  }
}

function startPosition(topic: Topic): Position {
  return {
    topic,
    last: 0,
    placed: 0,
    given: 0,
    acksVersion: '',
    isProven: false,
    isDoubtful: false,
    isBusy: false,
    heard: 0,
  }
}

/** Reads `<id> <id before> <body>`. A long message has no body in its news. */
function parseNews(news: string): { readonly id: string; readonly before: string; readonly body: string | undefined } {
  const first = news.indexOf(' ')
  const second = news.indexOf(' ', first + 1)
  const before = news.slice(first + 1, second < 0 ? undefined : second)
  return { id: news.slice(0, first), before, body: second < 0 ? undefined : news.slice(second + 1) }
}
