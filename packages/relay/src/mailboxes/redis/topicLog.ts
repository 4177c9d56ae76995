import type { Topic } from '@hawser/wire'
import { listOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { StoredMessage } from '../mailbox.ts'
import type { Entry } from '../topicIndex.ts'
import { idOf, type LoggedAck, parseAck, parseAckHeads, parseBody, parseHeads, sequenceOf } from './logEntry.ts'
import { ackLogOf, logOf, type Moment, type RunScript } from './redisSteps.ts'

/** Reads the logs of topics: streams in Redis, one with the messages of a topic and one with the acks. */
export type TopicLog = {
  /** The messages after a sequence, in order. Only the first `entriesPerRead` have their texts. */
  messages(moment: Moment, topic: Topic, afterSequence: number): Promise<readonly LoggedMessage[]>
  /** The acks after the ack with an id, in order. */
  acks(moment: Moment, topic: Topic, afterId: string): Promise<readonly LoggedAck[]>
  /** One message with its text. Undefined if it is no longer stored. */
  message(moment: Moment, topic: Topic, sequence: number): Promise<StoredMessage | undefined>
}

export type LoggedMessage = { readonly entry: Entry; readonly stored?: StoredMessage }

/** A longer log is read in several trips. */
export const entriesPerRead = 64
// A relay that takes over the clients of another one reads many long logs at once, and messages of its other clients wait
// meanwhile. With texts, that takes almost twice as much of the processor.
const headsPerRead = 500

export function createTopicLog(shards: RedisShards, runScript: RunScript): TopicLog {
  const read = async ({ deadline }: Moment, key: string, range: readonly string[]) => {
    const rows = listOf(await shards.run(key, ['XRANGE', key, ...range], deadline))
    return rows.map((row) => {
      const [id, fields] = listOf(row)
      const [, body] = listOf(fields)
      return { id: textOf(id), body: textOf(body) }
    })
  }
  const readFirst = (moment: Moment, key: string, afterId: string) =>
    read(moment, key, [afterId === '-' ? '-' : `(${afterId}`, '+', 'COUNT', String(entriesPerRead)])
  /** Reads all entries after the first ones, without texts. */
  const readRest = async <T>(
    moment: Moment,
    key: string,
    first: readonly { readonly id: string }[],
    log: { parse(answer: string): readonly T[]; idOf(entry: T): string },
  ): Promise<readonly T[]> => {
    const rest: T[] = []
    let after = first.length < entriesPerRead ? undefined : first.at(-1)?.id
    while (after !== undefined) {
      const page = log.parse(textOf(await runScript(moment, 'heads', [key], [after, String(headsPerRead)])))
      for (const entry of page) rest.push(entry)
      const last = page.length < headsPerRead ? undefined : page.at(-1)
      after = last && log.idOf(last)
    }
    return rest
  }
  return {
    async messages(moment, topic, afterSequence) {
      const first = await readFirst(moment, logOf(topic), idOf(afterSequence))
      const rest = await readRest(moment, logOf(topic), first, {
        parse: (answer) => parseHeads(topic, answer),
        idOf: ({ sequence }) => idOf(sequence),
      })
      const withTexts = first.map(({ id, body }) => parseBody(topic, sequenceOf(id), body))
      return [...withTexts, ...rest.map((entry) => ({ entry }))]
    },
    async acks(moment, topic, afterId) {
      const first = await readFirst(moment, ackLogOf(topic), afterId)
      const rest = await readRest(moment, ackLogOf(topic), first, { parse: parseAckHeads, idOf: ({ id }) => id })
      return [...first.map(({ id, body }) => parseAck(id, body)), ...rest]
    },
    async message(moment, topic, sequence) {
      const id = idOf(sequence)
      const [row] = await read(moment, logOf(topic), [id, id])
      return row === undefined ? undefined : parseBody(topic, sequence, row.body).stored
    },
  }
}
