import type { Topic } from '@hawser/wire'
import type { MailboxLimits } from '../../limits/limits.ts'
import type { MessageKey, PendingPage, Receipt, StoredMessage, TopicPosition } from '../mailbox.ts'
import { pageOf } from '../pageOf.ts'
import type { Entry } from '../topicIndex.ts'
import type { TopicLog } from './log/topicLog.ts'
import type { ReadSlots } from './readSlots.ts'
import type { RedisReplica, Texts } from './redisReplica.ts'
import type { Moment } from './redisSteps.ts'
import type { TopicQueues } from './topicQueues.ts'

/** `pending` and `find` of a mailbox in Redis. */
export type RedisReads = {
  pending(moment: Moment, clientId: string, positions: readonly TopicPosition[]): Promise<PendingPage>
  find(moment: Moment, receipts: readonly Receipt[]): Promise<readonly MessageKey[]>
}

export function createRedisReads(options: {
  readonly log: TopicLog
  readonly replica: RedisReplica
  readonly turns: TopicQueues
  readonly slots: ReadSlots
  readonly limits: MailboxLimits
}): RedisReads {
  const { log, replica, turns, slots, limits } = options
  const { index } = replica

  const read = (moment: Moment, topic: Topic) => turns.run([topic], () => replica.read(moment, topic, 'reader'))
  const isUnknown = (topic: Topic) => replica.positionOf(topic) === undefined
  const readLog = async (moment: Moment, topic: Topic): Promise<Texts> => {
    const added = await replica.refresh(moment, topic)
    if (added !== undefined) return added
    // A put on the topic reads the log itself, and may wait for a slot.
    const readWhole = async () =>
      isUnknown(topic) && turns.after([topic]) === undefined ? read(moment, topic) : undefined
    return (isUnknown(topic) ? await slots.run(moment, topic, 'reader', readWhole) : undefined) ?? read(moment, topic)
  }
  const readLogs = async (moment: Moment, topics: readonly Topic[]): Promise<Texts> => {
    const texts = new Map<Entry, StoredMessage>()
    for (const found of await Promise.all(topics.map((topic) => readLog(moment, topic))))
      for (const [entry, stored] of found) texts.set(entry, stored)
    return texts
  }
  const readPage = async (moment: Moment, clientId: string, positions: readonly TopicPosition[]) => {
    const texts = await readLogs(
      moment,
      positions.map(({ topic }) => topic),
    )
    const { messages: entries, hasMore } = pageOf(index, limits, clientId, positions, (_topic, entry) => entry)
    const messages = await Promise.all(
      entries.map((entry) => texts.get(entry) ?? log.message(moment, entry.topic, entry.sequence)),
    )
    return { entries, messages, hasMore }
  }
  const release = (topics: Iterable<Topic>) => {
    for (const topic of topics) replica.release(topic)
  }

  return {
    async pending(moment, clientId, positions) {
      let page = await readPage(moment, clientId, positions)
      const missing = page.entries.filter((_, place) => page.messages[place] === undefined)
      if (missing.length > 0) {
        // Another relay dropped them, or Redis lost them.
        const topics = [...new Set(missing.map(({ topic }) => topic))]
        await Promise.all(topics.map((topic) => turns.run([topic], () => replica.load(moment, topic, 'reader'))))
        page = await readPage(moment, clientId, positions)
      }
      release(positions.map(({ topic }) => topic))
      const messages = page.messages.filter((message) => message !== undefined)
      return { messages, hasMore: page.hasMore }
    },
    async find(moment, receipts) {
      const topics = [...new Set(receipts.map(({ topic }) => topic))]
      await readLogs(moment, topics)
      const found = index.find(receipts)
      release(topics)
      return found
    },
  }
}
