import type { Topic } from '@hawser/wire'
import { listOf, textOf } from '../../../redis/redisReply.ts'
import type { RedisShards } from '../../../redis/redisShards.ts'
import type { StoredMessage } from '../../mailbox.ts'
import type { Entry } from '../../topicIndex.ts'
import type { ReadPurpose, ReadSlots } from '../readSlots.ts'
import { acksOf, logOf, type Moment, type RunScript, type RunShared } from '../redisSteps.ts'
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

// For a message, a longer log waits for a slot.
const firstPage = 64
const messagesPerPage = 500
// A relay that takes over the clients of another one reads many long logs at once, and messages of its other clients wait
// meanwhile. With all texts, that takes almost twice as much of the processor.
const mostTexts = 64

export function createTopicLog(options: {
  readonly shards: RedisShards
  readonly runScript: RunScript
  readonly runShared: RunShared
  readonly slots: ReadSlots
}): TopicLog {
  const { shards, runScript, runShared, slots } = options
  const readAcks = async (moment: Moment, topic: Topic, version: string) =>
    parseAcks(listOf(await runShared(moment, 'acks', { keys: [acksOf(topic)], args: [version] })).map(textOf))
  const parsePage = (topic: Topic, answer: unknown) => {
    const [heads, bodies] = listOf(answer)
    const messages: LoggedMessage[] = []
    for (const entry of parseHeads(topic, textOf(heads))) messages.push({ entry })
    const texts = listOf(bodies).map(textOf)
    for (let place = 0; place < texts.length; place += 2)
      messages.push(parseBody(topic, sequenceOf(texts[place] ?? ''), texts[place + 1] ?? ''))
    return messages
  }
  const readFirst = async (moment: Moment, topic: Topic, after: number, textCount: number) => {
    const args = [idOf(after), String(firstPage), String(textCount)]
    return parsePage(topic, await runShared(moment, 'read', { keys: [logOf(topic)], args }))
  }
  // Not with the calls of others, which would wait for its answer.
  const readNext = async (moment: Moment, topic: Topic, after: number, textCount: number) => {
    const args = [idOf(after), String(messagesPerPage), String(textCount)]
    return parsePage(topic, listOf(await runScript(moment, 'read', [logOf(topic)], args))[0])
  }
  return {
    async read(moment, topic, { last, acksVersion }, purpose) {
      const textCount = purpose === 'reader' ? mostTexts : 0
      // The acks are read first: they name messages that are in the log by then. One script for both keys would fail while their
      // slot moves to another node of a cluster.
      // A reader of an unknown topic has its slot already, and needs the whole log.
      const [readPage, pageLength] =
        purpose === 'reader' && last === 0 ? [readNext, messagesPerPage] : [readFirst, firstPage]
      const [acks, messages] = await Promise.all([
        readAcks(moment, topic, acksVersion),
        readPage(moment, topic, last, textCount),
      ])
      if (messages.length < pageLength) return { acks, messages }
      const readRest = async () => {
        for (let count = messagesPerPage; count >= messagesPerPage; ) {
          const after = messages.at(-1)?.entry.sequence ?? last
          const page = await readNext(moment, topic, after, textCount)
          for (const message of page) messages.push(message)
          count = page.length
        }
      }
      // A read for a reader has its slot already.
      await (purpose === 'message' ? slots.run(moment, topic, purpose, readRest) : readRest())
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
