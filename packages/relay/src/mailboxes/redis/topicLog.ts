import type { Topic } from '@hawser/wire'
import { listOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { StoredMessage } from '../mailbox.ts'
import type { Placed } from '../messageIndex.ts'
import { idOf, type LoggedAck, parseAck, parseBody, sequenceOf } from './logEntry.ts'
import { ackLogOf, logOf, type Moment } from './redisSteps.ts'

/** Reads the logs of topics: streams in Redis, one with the messages of a topic and one with the acks. */
export type TopicLog = {
  /** The messages after a sequence, in order. */
  messages(moment: Moment, topic: Topic, afterSequence: number): Promise<readonly Placed[]>
  /** The acks after the ack with an id, in order. */
  acks(moment: Moment, topic: Topic, afterId: string): Promise<readonly LoggedAck[]>
  /** One message with its text. Undefined if it is no longer stored. */
  message(moment: Moment, topic: Topic, sequence: number): Promise<StoredMessage | undefined>
}

const messagesPerRead = 64
export const acksPerRead = 500

export function createTopicLog(shards: RedisShards): TopicLog {
  const read = async ({ deadline }: Moment, key: string, range: readonly string[]) => {
    const rows = listOf(await shards.run(key, ['XRANGE', key, ...range], deadline))
    return rows.map((row) => {
      const [id, fields] = listOf(row)
      const [, body] = listOf(fields)
      return { id: textOf(id), body: textOf(body) }
    })
  }
  /** Reads all entries after an id, page by page. */
  const readAfter = async (moment: Moment, key: string, afterId: string, count: number) => {
    const all: { readonly id: string; readonly body: string }[] = []
    for (let after = afterId; ; ) {
      const from = after === '-' ? '-' : `(${after}`
      const page = await read(moment, key, [from, '+', 'COUNT', String(count)])
      for (const row of page) all.push(row)
      const last = page.at(-1)
      if (page.length < count || last === undefined) return all
      after = last.id
    }
  }
  return {
    async messages(moment, topic, afterSequence) {
      const rows = await readAfter(moment, logOf(topic), idOf(afterSequence), messagesPerRead)
      return rows.map(({ id, body }) => parseBody(topic, sequenceOf(id), body))
    },
    async acks(moment, topic, afterId) {
      const rows = await readAfter(moment, ackLogOf(topic), afterId, acksPerRead)
      return rows.map(({ id, body }) => parseAck(id, body))
    },
    async message(moment, topic, sequence) {
      const id = idOf(sequence)
      const [row] = await read(moment, logOf(topic), [id, id])
      return row === undefined ? undefined : parseBody(topic, sequence, row.body).stored
    },
  }
}
