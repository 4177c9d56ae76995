import type { Topic } from '@hawser/wire'
import type { Bound } from '../../errors.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import { listOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { RedisReplica } from './redisReplica.ts'
import type { Moment, Owner } from './redisSteps.ts'
import type { TopicQueues } from './topicQueues.ts'

/** Makes room for messages. */
export type RedisRoom = {
  /** Reads which messages other relays have delivered, of the topics or of the owner whose share is full. In their turn. */
  learn(moment: Moment, bound: Bound, owner: Owner, topics: readonly Topic[]): Promise<void>
  /** Drops taken messages on the node of a topic. False if it has no taken messages. */
  ofAll(moment: Moment, topic: Topic): Promise<boolean>
}

/** The bytes freed at once, so that a client that publishes endlessly does not make room with each message. */
const roomAtOnce = 256 * 1_024
/** How long a search is not repeated. */
const fruitlessMs = 1_000
/** How long a search for an owner continues where the last one ended. */
const forgottenMs = 60_000
/** How many topics of an owner are read again at once. */
const mostLearned = 200
/** How many unknown topics are read at once. */
const topicsAtOnce = 20
const scanPages = 20
const scanCount = 1_000

/** @param options - `drop` removes the dropped messages from Redis */
export function createRedisRoom(options: {
  readonly shards: RedisShards
  readonly replica: RedisReplica
  readonly turns: TopicQueues
  readonly isWatched: (topic: Topic) => boolean
  readonly drop: (moment: Moment) => Promise<void>
}): RedisRoom {
  const { shards, replica, turns, isWatched, drop } = options
  const { index } = replica
  const cursors = new Map<string, string>()
  const fruitlessUntil = new Map<string, number>()
  /** The running search of each node. Calls that arrive meanwhile wait for it. */
  const searching = new Map<string, Promise<boolean>>()
  /** The last searches for each owner and topic, the oldest first, and how many of the owner's topics they have read. */
  const learned = new Map<string, { readonly at: number; readonly skip: number }>()

  const addressOf = (topic: Topic) => shards.addressOf(shards.slotOf(`{${topic}}`))
  const isFree = (topic: Topic) => turns.after([topic]) === undefined
  const dropAt = async (moment: Moment, address: string): Promise<boolean> => {
    if (!index.dropTaken(roomAtOnce, (topic) => addressOf(topic) === address)) return false
    // If another node does not answer, this one can have room all the same.
    await drop(moment).catch(() => {})
    return true
  }
  /**
   * Reads topics that this relay does not know yet, drops their taken messages, and forgets them again. A topic in use is left out:
   * its call can be the one that waits for room.
   */
  const dropUnknown = async (moment: Moment, address: string, topics: readonly Topic[]): Promise<boolean> => {
    const unknown = topics.filter((topic) => replica.positionOf(topic) === undefined && isFree(topic))
    await Promise.all(unknown.map((topic) => turns.run([topic], () => replica.read(moment, topic, 'message'))))
    const isDropped = await dropAt(moment, address)
    for (const topic of unknown) if (!isWatched(topic) && isFree(topic)) replica.forget(topic)
    return isDropped
  }
  /** Searches the acks of a node in parts. Each call continues where the last one ended. */
  const search = async (moment: Moment, { address, send }: RedisLink): Promise<boolean> => {
    for (let page = 0; page < scanPages; page += 1) {
      const cursor = cursors.get(address) ?? '0'
      const [next, keys] = listOf(await send(['SCAN', cursor, 'MATCH', 'hawser:{*}:acks', 'COUNT', String(scanCount)]))
      cursors.set(address, textOf(next))
      const topics = listOf(keys).map((key) => textOf(key).slice('hawser:{'.length, -'}:acks'.length))
      for (let first = 0; first < topics.length; first += topicsAtOnce) {
        if (moment.deadline.isOver) return false
        if (await dropUnknown(moment, address, topics.slice(first, first + topicsAtOnce))) return true
      }
      if (next === '0') break
    }
    fruitlessUntil.set(address, performance.now() + fruitlessMs)
    return false
  }
  /** Notes a search. Undefined if the last one is too recent. */
  const beginLearning = (key: string): { readonly skip: number } | undefined => {
    const now = performance.now()
    const last = learned.get(key)
    if (last !== undefined && now < last.at + fruitlessMs) return undefined
    for (const [old, { at }] of learned) {
      if (now < at + forgottenMs) break
      learned.delete(old)
    }
    learned.delete(key)
    learned.set(key, { at: now, skip: last?.skip ?? 0 })
    return { skip: last?.skip ?? 0 }
  }
  /**
   * Reads topics of an owner again: messages that another relay dropped are still in the index. This call has its turn at the topics in
   * `held`.
   */
  const learnOwner = async (
    moment: Moment,
    bound: 'client' | 'address',
    name: string | undefined,
    held: readonly Topic[],
  ) => {
    const key = `${bound} ${name}`
    const search = beginLearning(key)
    if (search === undefined) return
    const waiting = index.waitingTopics(bound, name, { skip: search.skip, atMost: mostLearned })
    const skip = waiting.length < mostLearned ? 0 : search.skip + mostLearned
    learned.set(key, { at: performance.now(), skip })
    const free = waiting.filter(isFree)
    await Promise.all(free.map((topic) => turns.run([topic], () => replica.load(moment, topic, 'message'))))
    for (const topic of held) if (waiting.includes(topic)) await replica.load(moment, topic, 'message')
  }
  return {
    async learn(moment, bound, owner, topics) {
      if (bound === 'client') await learnOwner(moment, bound, owner.publisherId, topics)
      if (bound === 'address') await learnOwner(moment, bound, owner.address, topics)
      if (bound !== 'topic') return
      for (const topic of topics)
        if (beginLearning(`topic ${topic}`) === undefined) await replica.read(moment, topic, 'message')
        else await replica.load(moment, topic, 'message')
    },
    async ofAll(moment, topic) {
      const address = addressOf(topic)
      if (await dropAt(moment, address)) return true
      const link = shards.masters().find((master) => master.address === address)
      if (link === undefined || performance.now() < (fruitlessUntil.get(address) ?? 0)) return false
      const done = searching.get(address) ?? search(moment, link).finally(() => searching.delete(address))
      searching.set(address, done)
      return done
    },
  }
}
