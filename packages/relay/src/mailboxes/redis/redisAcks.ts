import type { Topic } from '@hawser/wire'
import type { ScriptPart } from '../../redis/scriptBatches.ts'
import type { MessageKey } from '../mailbox.ts'
import { takenField } from './log/logEntry.ts'
import type { RedisReplica } from './redisReplica.ts'
import { acksOf, keepMsOf, type Moment, type RunShared } from './redisSteps.ts'
import type { TopicQueues } from './topicQueues.ts'

/** `remove` of a mailbox in Redis. */
export type RedisAcks = (moment: Moment, clientId: string, keys: readonly MessageKey[]) => Promise<void>

export function createRedisAcks(options: {
  readonly runShared: RunShared
  readonly replica: RedisReplica
  readonly turns: TopicQueues
  readonly now: () => number
}): RedisAcks {
  const { runShared, replica, turns, now } = options
  const { index } = replica

  /** How long an ack of these messages is of use, in ms. */
  const lifetimeOf = (topic: Topic, sequences: readonly number[]) => {
    let expiresAt = 0
    for (const sequence of sequences) expiresAt = Math.max(expiresAt, index.expiryOf({ topic, sequence }) ?? 0)
    return expiresAt - now()
  }
  /** Marks messages of a topic as taken. Returns what the acks in Redis lack. Undefined if the client had taken them all. */
  const take = (clientId: string, topic: Topic, sequences: readonly number[]): ScriptPart | undefined => {
    const beyond = [...(index.readerOf(topic, clientId)?.takenBeyond ?? [])]
    const taken = sequences.filter((sequence) => index.take(clientId, { topic, sequence }))
    if (taken.length === 0) return undefined
    const reader = index.readerOf(topic, clientId)
    const takenTo = reader?.takenTo ?? 0
    const added = taken
      .filter((sequence) => sequence > takenTo)
      .map((sequence) => takenField(reader?.takenBeyond?.has(sequence) ? clientId : undefined, sequence))
    const removed = beyond.filter((sequence) => sequence <= takenTo).map((sequence) => takenField(clientId, sequence))
    const head = [keepMsOf(lifetimeOf(topic, taken)), clientId, takenTo, added.length, removed.length].map(String)
    return { keys: [acksOf(topic)], args: [...head, ...added, ...removed] }
  }

  return async (moment, clientId, keys) => {
    const sequencesOf = new Map<Topic, number[]>()
    for (const { topic, sequence } of keys) {
      const sequences = sequencesOf.get(topic)
      if (sequences === undefined) sequencesOf.set(topic, [sequence])
      else sequences.push(sequence)
    }
    const ack = async ([topic, sequences]: readonly [Topic, readonly number[]]) => {
      // In a turn of its own, because a put on the topic can have begun meanwhile. Its messages may not be stored.
      const part =
        replica.positionOf(topic) === undefined
          ? await turns.run([topic], async () => {
              await replica.read(moment, topic)
              return take(clientId, topic, sequences)
            })
          : take(clientId, topic, sequences)
      if (part !== undefined) await runShared(moment, 'ack', part)
      replica.release(topic)
    }
    await Promise.all([...sequencesOf].map(ack))
  }
}
