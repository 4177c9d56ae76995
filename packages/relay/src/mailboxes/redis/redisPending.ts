import { hash } from 'node:crypto'
import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import type { MailboxLimits } from '../../limits/limits.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { lengthOf, type PendingPage, type StoredMessage, type TopicPosition } from '../mailbox.ts'
import { groupBySlot, type Moment, type RunScript, type SlotGroup, topicKeys } from './redisSteps.ts'

/** `pending` of a mailbox in Redis. */
export type RedisPending = {
  read(moment: Moment, clientId: string, positions: readonly TopicPosition[]): Promise<PendingPage>
}

const slotsAtOnce = 16

export function createRedisPending(options: {
  readonly shards: RedisShards
  readonly runScript: RunScript
  readonly limits: MailboxLimits
}): RedisPending {
  const { shards, runScript, limits } = options

  /** Reads one page, with several script calls if necessary. Each script does limited work, so that other calls wait little. */
  const readGroup = async (moment: Moment, clientId: string, group: SlotGroup<TopicPosition>): Promise<PendingPage> => {
    const keys = topicKeys(group.topics)
    const client = [clientId, takerOf(clientId), String(limits.pageMessages), String(limits.pageLength)]
    const positions = group.items.map(({ item }) => String(Math.max(0, item.afterSequence)))
    const messages: StoredMessage[] = []
    let first = 1
    for (;;) {
      const found = [messages.length, sumOf(messages), first].map(String)
      const args = [...client, ...found, ...positions]
      const [hasMore, rows, next, nextAfter] = listOf(await runScript(moment, 'pending', keys, args))
      messages.push(...listOf(rows).map((row) => readRow(row, group.topics)))
      if (next === '') return { hasMore: hasMore === '1', messages }
      if (moment.deadline.isOver()) throw new MailboxFailedError('Redis has not answered in time. Try again.')
      first = numberOf(next)
      positions[first - 1] = textOf(nextAfter)
    }
  }
  const isFull = (messages: readonly StoredMessage[]) =>
    messages.length >= limits.pageMessages || sumOf(messages) >= limits.pageLength
  const readGroups = async (moment: Moment, clientId: string, groups: readonly SlotGroup<TopicPosition>[]) => {
    const pages: PendingPage[] = []
    for (let first = 0; first < groups.length; first += slotsAtOnce) {
      const some = groups.slice(first, first + slotsAtOnce)
      pages.push(...(await Promise.all(some.map((group) => readGroup(moment, clientId, group)))))
      if (isFull(pages.flatMap(({ messages }) => messages))) return { pages, isAll: false }
    }
    return { pages, isAll: true }
  }

  return {
    async read(moment, clientId, positions) {
      const groups = groupBySlot(shards, positions)
      const { pages, isAll } = await readGroups(moment, clientId, groups)
      const places = new Map(positions.map(({ topic }, place) => [topic, place]))
      const found = pages.flatMap(({ messages }) => messages)
      if (groups.length > 1) found.sort((left, right) => (places.get(left.topic) ?? 0) - (places.get(right.topic) ?? 0))
      const messages = pageOf(found, limits)
      const isWhole = isAll && messages.length === found.length && !pages.some(({ hasMore }) => hasMore)
      return { messages, hasMore: !isWhole }
    },
  }
}

/** A short name for a reader of a message: 16 characters. The last one, `;`, appears nowhere else in the name. */
export function takerOf(clientId: string): string {
  return `${hash('sha256', clientId).slice(0, 15)};`
}

function readRow(row: unknown, topics: readonly Topic[]): StoredMessage {
  const [index, sequence, publisherId, message, tag, attestation, publishedAt, expiresAt] = listOf(row)
  return {
    topic: topics[numberOf(index) - 1] ?? '',
    sequence: numberOf(sequence),
    publisherId: textOf(publisherId),
    message: textOf(message),
    tag: numberOf(tag),
    attestation: textOf(attestation),
    publishedAt: numberOf(publishedAt),
    expiresAt: numberOf(expiresAt),
  }
}

function sumOf(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, message) => sum + lengthOf(message), 0)
}

/** As many messages as fit in one page, but at least one. */
function pageOf(messages: readonly StoredMessage[], limits: MailboxLimits): readonly StoredMessage[] {
  let length = 0
  const end = messages.findIndex((message, index) => {
    length += lengthOf(message)
    return index > 0 && (index >= limits.pageMessages || length > limits.pageLength)
  })
  return end < 0 ? messages : messages.slice(0, end)
}
