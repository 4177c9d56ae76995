import type { Topic } from '@hawser/wire'
import { entriesOf, listOf, textOf } from '../../../redis/redisReply.ts'
import type { RedisShards } from '../../../redis/redisShards.ts'
import type { StoredMessage } from '../../mailbox.ts'
import type { Entry } from '../../topicIndex.ts'
import { acksOf, logOf, type Moment, type RunScript } from '../redisSteps.ts'
import { idOf, parseAcks, parseBody, parseHeads, sequenceOf, type TopicAcks } from './logEntry.ts'

/** Reads a topic in Redis: a stream of its messages, and a hash of its acks. */
export type TopicLog = {
  /** The acks, and the messages after a sequence in order, at most the last `mostTexts` with their texts. */
  read(moment: Moment, topic: Topic, afterSequence: number, withTexts?: boolean): Promise<TopicContent>
  /** One message with its text. Undefined if it is no longer stored. */
  message(moment: Moment, topic: Topic, sequence: number): Promise<StoredMessage | undefined>
}

export type LoggedMessage = { readonly entry: Entry; readonly stored?: StoredMessage }

export type TopicContent = { readonly acks: TopicAcks; readonly messages: readonly LoggedMessage[] }

/** A longer log is read in several trips. */
const messagesPerRead = 500
// A relay that takes over the clients of another one reads many long logs at once, and messages of its other clients wait
// meanwhile. With all texts, that takes almost twice as much of the processor.
const mostTexts = 64

export function createTopicLog(shards: RedisShards, runScript: RunScript): TopicLog {
  const readAcks = async ({ deadline }: Moment, topic: Topic) =>
    parseAcks(entriesOf(await shards.run(acksOf(topic), ['HGETALL', acksOf(topic)], deadline)))
  const readPage = async (moment: Moment, topic: Topic, afterSequence: number, textCount: number) => {
    const args = [idOf(afterSequence), String(messagesPerRead), String(textCount)]
    const answer = listOf(await runScript(moment, 'read', [logOf(topic)], args))
    const [heads, bodies] = [textOf(answer[0]), listOf(answer[1]).map(textOf)]
    const messages: LoggedMessage[] = []
    for (const entry of parseHeads(topic, heads)) messages.push({ entry })
    for (let place = 0; place < bodies.length; place += 2)
      messages.push(parseBody(topic, sequenceOf(bodies[place] ?? ''), bodies[place + 1] ?? ''))
    return messages
  }
  return {
    async read(moment, topic, afterSequence, withTexts = false) {
      const textCount = withTexts ? mostTexts : 0
      // The acks are read first: they name messages that are in the log by then. One script for both keys would fail while their
      // slot moves to another node of a cluster.
      const [acks, messages] = await Promise.all([
        readAcks(moment, topic),
        readPage(moment, topic, afterSequence, textCount),
      ])
      for (let page: readonly LoggedMessage[] = messages; page.length >= messagesPerRead; ) {
        page = await readPage(moment, topic, page.at(-1)?.entry.sequence ?? afterSequence, textCount)
        messages.push(...page)
      }
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
