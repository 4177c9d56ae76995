import type { Topic } from '@hawser/wire'
import { entriesOf, listOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { StoredMessage } from '../mailbox.ts'
import type { Entry } from '../topicIndex.ts'
import { idOf, parseAcks, parseBody, parseHeads, sequenceOf, type TopicAcks } from './logEntry.ts'
import { acksOf, logOf, type Moment, type RunScript } from './redisSteps.ts'

/** Reads a topic in Redis: a stream of its messages, and a hash of its acks. */
export type TopicLog = {
  /** The messages after a sequence, in order. Only the first `entriesPerRead` have their texts. */
  messages(moment: Moment, topic: Topic, afterSequence: number): Promise<readonly LoggedMessage[]>
  acks(moment: Moment, topic: Topic): Promise<TopicAcks>
  /** One message with its text. Undefined if it is no longer stored. */
  message(moment: Moment, topic: Topic, sequence: number): Promise<StoredMessage | undefined>
}

export type LoggedMessage = { readonly entry: Entry; readonly stored?: StoredMessage }

/** A longer log is read in several trips. */
const entriesPerRead = 64
// A relay that takes over the clients of another one reads many long logs at once, and messages of its other clients wait
// meanwhile. With texts, that takes almost twice as much of the processor.
const headsPerRead = 500

export function createTopicLog(shards: RedisShards, runScript: RunScript): TopicLog {
  const read = async ({ deadline }: Moment, topic: Topic, range: readonly string[]) => {
    const rows = listOf(await shards.run(logOf(topic), ['XRANGE', logOf(topic), ...range], deadline))
    return rows.map((row) => {
      const [id, fields] = listOf(row)
      const [, body] = listOf(fields)
      return parseBody(topic, sequenceOf(textOf(id)), textOf(body))
    })
  }
  return {
    async messages(moment, topic, afterSequence) {
      const after = afterSequence === 0 ? '-' : `(${idOf(afterSequence)}`
      const messages: LoggedMessage[] = await read(moment, topic, [after, '+', 'COUNT', String(entriesPerRead)])
      let last = messages.length < entriesPerRead ? undefined : messages.at(-1)
      while (last !== undefined) {
        const args = [idOf(last.entry.sequence), String(headsPerRead)]
        const heads = parseHeads(topic, textOf(await runScript(moment, 'heads', [logOf(topic)], args)))
        for (const entry of heads) messages.push({ entry })
        last = heads.length < headsPerRead ? undefined : messages.at(-1)
      }
      return messages
    },
    acks: async ({ deadline }, topic) =>
      parseAcks(entriesOf(await shards.run(acksOf(topic), ['HGETALL', acksOf(topic)], deadline))),
    async message(moment, topic, sequence) {
      const id = idOf(sequence)
      const [found] = await read(moment, topic, [id, id])
      return found?.stored
    },
  }
}
