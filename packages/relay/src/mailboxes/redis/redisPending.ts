import { hash } from 'node:crypto'
import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import type { MailboxLimits } from '../../limits/limits.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { lengthOf, type PendingPage, type Position, type StoredMessage } from '../mailbox.ts'
import { commitMs, type RedisDecisions, type Staged, stagedOf } from './redisDecisions.ts'
import { groupBySlot, type Moment, type RunScript, type SlotGroup, topicKeys } from './redisSteps.ts'

/** `pending` of a mailbox in Redis. */
export type RedisPending = {
  read(moment: Moment, clientId: string, positions: readonly Position[]): Promise<PendingPage>
  /**
   * Ends the puts over several slots that have staged messages on a topic.
   * @returns whether some are so young that their own relay may still end them
   */
  endStaged(moment: Moment, topic: Topic): Promise<boolean>
}

/** One slot's messages for a client. */
type SlotPage = {
  readonly hasMore: boolean
  readonly messages: readonly StoredMessage[]
  readonly left: readonly Staged[]
}

const slotsAtOnce = 16

export function createRedisPending(options: {
  readonly shards: RedisShards
  readonly runScript: RunScript
  readonly limits: MailboxLimits
  readonly decisions: RedisDecisions
}): RedisPending {
  const { shards, runScript, limits, decisions } = options

  /** One script does a limited amount, so that others wait little; several may read one page. */
  const readGroup = async (moment: Moment, clientId: string, group: SlotGroup<Position>): Promise<SlotPage> => {
    const keys = topicKeys(group.topics)
    const client = [clientId, takerOf(clientId), String(limits.pageMessages), String(limits.pageLength)]
    const positions = group.items.map(({ item }) => String(Math.max(0, item.afterSequence)))
    const messages: StoredMessage[] = []
    const left: Staged[] = []
    let first = 1
    for (;;) {
      const found = [messages.length, sumOf(messages), first].map(String)
      const args = [...client, ...found, ...positions]
      const [hasMore, rows, staged, next, nextAfter] = listOf(await runScript(moment, 'pending', keys, args))
      messages.push(...listOf(rows).map((row) => readRow(row, group.topics)))
      left.push(...stagedOf(staged, group.topics))
      if (next === '') return { hasMore: hasMore === '1', messages, left }
      if (moment.deadline.isOver()) throw new MailboxFailedError('Redis has not answered in time. Try again.')
      first = numberOf(next)
      positions[first - 1] = textOf(nextAfter)
    }
  }
  const readSome = async (moment: Moment, clientId: string, groups: readonly SlotGroup<Position>[]) => {
    const readAll = () => Promise.all(groups.map((group) => readGroup(moment, clientId, group)))
    const pages = await readAll()
    const left = pages.flatMap((page) => page.left)
    return left.length > 0 && (await decisions.resolve(moment, left)) ? readAll() : pages
  }
  const isFull = (messages: readonly StoredMessage[]) =>
    messages.length >= limits.pageMessages || sumOf(messages) >= limits.pageLength
  const readGroups = async (moment: Moment, clientId: string, groups: readonly SlotGroup<Position>[]) => {
    const pages: SlotPage[] = []
    for (let first = 0; first < groups.length; first += slotsAtOnce) {
      pages.push(...(await readSome(moment, clientId, groups.slice(first, first + slotsAtOnce))))
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
    async endStaged(moment, topic) {
      const nothing = { topic, afterSequence: Number.MAX_SAFE_INTEGER }
      const { pages } = await readGroups(moment, '', groupBySlot(shards, [nothing]))
      return pages.some(({ left }) => left.some(({ ageMs }) => ageMs <= commitMs))
    },
  }
}

/** A short name for a reader of a message: 16 characters, of which the last appears nowhere else. */
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

/** As many as one page holds, at least one. */
function pageOf(messages: readonly StoredMessage[], limits: MailboxLimits): readonly StoredMessage[] {
  let length = 0
  const end = messages.findIndex((message, index) => {
    length += lengthOf(message)
    return index > 0 && (index >= limits.pageMessages || length > limits.pageLength)
  })
  return end < 0 ? messages : messages.slice(0, end)
}
