import type { Topic } from '@hawser/wire'
import { listOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { StoredMessage } from '../mailbox.ts'
import type { Entry } from '../topicIndex.ts'
import { idOf, parseAcks, parseBody, parseHeads, sequenceOf, type TopicAcks } from './logEntry.ts'
import { acksOf, logOf, type Moment, type RunScript } from './redisSteps.ts'

/** Reads a topic in Redis: a stream of its messages, and a hash of its acks. */
export type TopicLog = {
  /** The acks, and the messages after a sequence in order. Only the first `textsPerRead` have their texts. */
  read(moment: Moment, topic: Topic, afterSequence: number): Promise<TopicContent>
  /** One message with its text. Undefined if it is no longer stored. */
  message(moment: Moment, topic: Topic, sequence: number): Promise<StoredMessage | undefined>
}

export type LoggedMessage = { readonly entry: Entry; readonly stored?: StoredMessage }

export type TopicContent = { readonly acks: TopicAcks; readonly messages: readonly LoggedMessage[] }

/** A longer log is read in several trips. */
const messagesPerRead = 500
// A relay that takes over the clients of another one reads many long logs at once, and messages of its other clients wait
// meanwhile. With all texts, that takes almost twice as much of the processor.
const textsPerRead = 64

export function createTopicLog(shards: RedisShards, runScript: RunScript): TopicLog {
  const readPage = async (moment: Moment, topic: Topic, afterSequence: number, textCount: number) => {
    const args = [idOf(afterSequence), String(messagesPerRead), String(textCount)]
    const answer = await runScript(moment, 'read', [logOf(topic), acksOf(topic)], args)
    const [acks, bodies, heads] = listOf(answer)
    const messages: LoggedMessage[] = []
    const texts = listOf(bodies).map(textOf)
    for (let place = 0; place < texts.length; place += 2)
      messages.push(parseBody(topic, sequenceOf(texts[place] ?? ''), texts[place + 1] ?? ''))
    for (const entry of parseHeads(topic, textOf(heads))) messages.push({ entry })
    return { acks: parseAcks(listOf(acks).map(textOf)), messages }
  }
  return {
    async read(moment, topic, afterSequence) {
      const { acks, messages } = await readPage(moment, topic, afterSequence, textsPerRead)
      let last = messages.length < messagesPerRead ? undefined : messages.at(-1)
      while (last !== undefined) {
        // The first acks count: later ones can name messages that come after the last page.
        const page = await readPage(moment, topic, last.entry.sequence, 0)
        messages.push(...page.messages)
        last = page.messages.length < messagesPerRead ? undefined : page.messages.at(-1)
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
