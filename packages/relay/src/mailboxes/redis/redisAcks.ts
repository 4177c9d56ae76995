import { randomBytes } from 'node:crypto'
import type { Topic } from '@hawser/wire'
import type { ScriptPart } from '../../redis/scriptBatches.ts'
import { inOrder, type MessageKey } from '../mailbox.ts'
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

  const relayId = randomBytes(6).toString('base64url')
  let versions = 0
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
    versions += 1
    // The acks count for as long as any message of the topic.
    const keepMs = keepMsOf(index.lastExpiryOf(topic) - now())
    const head = [keepMs, `v${relayId}${versions}`, clientId, takenTo, added.length, removed.length].map(String)
    return { keys: [acksOf(topic)], args: [...head, ...added, ...removed] }
  }

  return async (moment, clientId, keys) => {
    const sequencesOf = new Map<Topic, number[]>()
    for (const { topic, sequence } of inOrder(keys)) {
      const sequences = sequencesOf.get(topic)
      if (sequences === undefined) sequencesOf.set(topic, [sequence])
      else sequences.push(sequence)
    }
    const ack = async ([topic, sequences]: readonly [Topic, readonly number[]]) => {
      const isUnknown = () => replica.positionOf(topic) === undefined
      // A put on the topic can have begun meanwhile. Its messages may not be stored, and no ack may cover their ids.
      const isFree = !isUnknown() && turns.after([topic]) === undefined
      const takeInTurn = async () => {
        if (isUnknown()) await replica.read(moment, topic, 'message')
        return take(clientId, topic, sequences)
      }
      const part = isFree ? take(clientId, topic, sequences) : await turns.run([topic], takeInTurn)
      try {
        if (part !== undefined) await runShared(moment, 'ack', part)
      } catch (error) {
        // The client acks again, and Redis may not have the first ack.
        replica.doubt(topic)
        throw error
      }
      replica.release(topic)
    }
    await Promise.all([...sequencesOf].map(ack))
  }
}
