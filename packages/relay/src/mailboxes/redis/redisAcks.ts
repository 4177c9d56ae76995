import type { Topic } from '@hawser/wire'
import type { MessageKey } from '../mailbox.ts'
import { formatAck, timeOf } from './logEntry.ts'
import type { RedisReads } from './redisReads.ts'
import type { RedisReplica } from './redisReplica.ts'
import { ackLogOf, keepMsOf, type Moment, type RunShared } from './redisSteps.ts'
import { topicsOf } from './topicQueues.ts'

/** `remove` of a mailbox in Redis. */
export type RedisAcks = (moment: Moment, clientId: string, keys: readonly MessageKey[]) => Promise<void>

export function createRedisAcks(options: {
  readonly runShared: RunShared
  readonly replica: RedisReplica
  readonly reads: RedisReads
  readonly now: () => number
}): RedisAcks {
  const { runShared, replica, reads, now } = options
  const { index } = replica

  /** How long an ack of these messages is of use, in ms. */
  const lifetimeOf = (topic: Topic, sequences: readonly number[]) => {
    let expiresAt = 0
    for (const sequence of sequences) expiresAt = Math.max(expiresAt, index.expiryOf({ topic, sequence }) ?? 0)
    return expiresAt - now()
  }
  // Not before its messages, so that acks older than the oldest message can be dropped.
  const idOfAck = (sequences: readonly number[]) => {
    let ms = now()
    for (const sequence of sequences) ms = Math.max(ms, timeOf(sequence))
    return `${ms}-*`
  }
  /** Marks the messages as taken. Returns those that the client had not taken, by topic. */
  const take = (clientId: string, keys: readonly MessageKey[]) => {
    const taken = new Map<Topic, number[]>()
    for (const key of keys) {
      if (!index.take(clientId, key)) continue
      const sequences = taken.get(key.topic)
      if (sequences === undefined) taken.set(key.topic, [key.sequence])
      else sequences.push(key.sequence)
    }
    return taken
  }

  return async (moment, clientId, keys) => {
    const topics = topicsOf(keys)
    const work: Promise<unknown>[] = []
    const ack = (some: readonly MessageKey[]) => {
      for (const [topic, sequences] of take(clientId, some)) {
        const args = [idOfAck(sequences), formatAck(clientId, sequences), keepMsOf(lifetimeOf(topic, sequences))]
        work.push(runShared(moment, 'ack', { keys: [ackLogOf(topic)], args }))
      }
    }
    const unknown = keys.filter(({ topic }) => replica.positionOf(topic) === undefined)
    ack(unknown.length === 0 ? keys : keys.filter((key) => !unknown.includes(key)))
    if (unknown.length > 0) {
      await reads.know(moment, topicsOf(unknown))
      ack(unknown)
    }
    for (const topic of topics) replica.release(topic)
    if (work.length === 1) await work[0]
    else await Promise.all(work)
  }
}
