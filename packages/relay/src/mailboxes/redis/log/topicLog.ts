import type { Topic } from '@hawser/wire'
import { listOf, textOf } from '../../../redis/redisReply.ts'
import type { RedisShards } from '../../../redis/redisShards.ts'
import type { StoredMessage } from '../../mailbox.ts'
import type { Entry } from '../../topicIndex.ts'
import type { ReadPurpose, ReadSlots } from '../readSlots.ts'
import { acksOf, logOf, type Moment, type RunShared } from '../redisSteps.ts'
import { idOf, parseAcks, parseBody, parseHeads, sequenceOf, type TopicAcks } from './logEntry.ts'

/** Reads a topic in Redis: a stream of its messages, and a hash of its acks. */
export type TopicLog = {
  /**
   * The acks, unless they are as at `acksVersion`, and the messages after a sequence in order. For a reader, at most the last
   * `mostTexts` have their texts.
   */
  read(moment: Moment, topic: Topic, from: LogPlace, purpose: ReadPurpose): Promise<TopicContent>
  /** One message with its text. Undefined if it is no longer stored. */
  message(moment: Moment, topic: Topic, sequence: number): Promise<StoredMessage | undefined>
}

/** The place up to which a relay knows a topic: the last message, and the version of the acks. */
export type LogPlace = { readonly last: number; readonly acksVersion: string }

export type LoggedMessage = { readonly entry: Entry; readonly stored?: StoredMessage }

export type TopicContent = { readonly acks: TopicAcks; readonly messages: readonly LoggedMessage[] }

// A longer log waits for a slot, and is read in pages.
const firstPage = 64
const messagesPerPage = 500
// A relay that takes over the clients of another one reads many long logs at once, and messages of its other clients wait
// meanwhile. With all texts, that takes almost twice as much of the processor.
const mostTexts = 64

export function createTopicLog(shards: RedisShards, runShared: RunShared, slots: ReadSlots): TopicLog {
  const readAcks = async (moment: Moment, topic: Topic, version: string) =>
    parseAcks(listOf(await runShared(moment, 'acks', { keys: [acksOf(topic)], args: [version] })).map(textOf))
  const readPage = async (moment: Moment, topic: Topic, after: number, size: number, textCount: number) => {
    const args = [idOf(after), String(size), String(textCount)]
    const answer = listOf(await runShared(moment, 'read', { keys: [logOf(topic)], args }))
    const [heads, bodies] = [textOf(answer[0]), listOf(answer[1]).map(textOf)]
    const messages: LoggedMessage[] = []
    for (const entry of parseHeads(topic, heads)) messages.push({ entry })
    for (let place = 0; place < bodies.length; place += 2)
      messages.push(parseBody(topic, sequenceOf(bodies[place] ?? ''), bodies[place + 1] ?? ''))
    return messages
  }
  return {
    async read(moment, topic, { last, acksVersion }, purpose) {
      const textCount = purpose === 'reader' ? mostTexts : 0
      // The acks are read first: they name messages that are in the log by then. One script for both keys would fail while their
      // slot moves to another node of a cluster.
      const [acks, messages] = await Promise.all([
        readAcks(moment, topic, acksVersion),
        readPage(moment, topic, last, firstPage, textCount),
      ])
      if (messages.length < firstPage) return { acks, messages }
      await slots.run(moment, topic, purpose, async () => {
        for (let count = messagesPerPage; count >= messagesPerPage; ) {
          const after = messages.at(-1)?.entry.sequence ?? last
          const page = await readPage(moment, topic, after, messagesPerPage, textCount)
          for (const message of page) messages.push(message)
          count = page.length
        }
      })
      return { acks, messages }
    },
    async message({ deadline }, topic, sequence) {
      const id = idOf(sequence)
      const [row] = listOf(await shards.run(logOf(topic), ['XRANGE', logOf(topic), id, id], deadline))
      if (row === undefined) return undefined
      const [, fields] = listOf(row)
      const [, body] = listOf(fields)
      return parseBody(topic, sequence, textOf(body)).stored
    },
  }
}
