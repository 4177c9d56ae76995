import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { MessageKey, Receipt } from '../mailbox.ts'
import type { RedisAccounts } from './redisAccounts.ts'
import { takerOf } from './redisPending.ts'
import { groupBySlot, type Moment, type RunScript, type RunShared, type SlotGroup, topicKeys } from './redisSteps.ts'

/** `remove` and `find` of a mailbox in Redis. */
export type RedisAcks = {
  remove(moment: Moment, clientId: string, keys: readonly MessageKey[]): Promise<void>
  find(moment: Moment, receipts: readonly Receipt[]): Promise<readonly MessageKey[]>
}

/** How many readers of one message are remembered. Any further reader is offered the message again at each reconnect. */
const mostTakers = 256

export function createRedisAcks(options: {
  readonly shards: RedisShards
  readonly runScript: RunScript
  readonly runShared: RunShared
  readonly accounts: RedisAccounts
}): RedisAcks {
  const { shards, runScript, runShared, accounts } = options
  const head = [String(mostTakers), shards.isCluster ? '0' : '1']

  const removeGroup = async (moment: Moment, clientId: string, { topics, items }: SlotGroup<MessageKey>) => {
    const named = items.flatMap(({ item, topicIndex }) => [String(topicIndex), String(item.sequence)])
    const args = [clientId, takerOf(clientId), String(topics.length), String(items.length), ...named]
    const taken = listOf(await runShared(moment, 'remove', { head, keys: topicKeys(topics), args })).map(listOf)
    const takes = taken.map(([publisherId, address, member, expiresAt]) => ({
      owner: { publisherId: textOf(publisherId), address: textOf(address) },
      member: textOf(member),
      expiresAt: textOf(expiresAt),
    }))
    if (takes.length > 0) await accounts.take(moment, takes)
  }
  const findGroup = async (moment: Moment, { topics, items }: SlotGroup<Receipt>) => {
    const args = items.flatMap(({ item, topicIndex }) => [String(topicIndex), item.messageId])
    const sequences = listOf(await runScript(moment, 'find', topicKeys(topics), args))
    return items.flatMap(({ item: { topic } }, index) =>
      sequences[index] === '' ? [] : [{ topic, sequence: numberOf(sequences[index]) }],
    )
  }
  return {
    async remove(moment, clientId, keys) {
      await Promise.all(groupBySlot(shards, keys).map((group) => removeGroup(moment, clientId, group)))
    },
    async find(moment, receipts) {
      return (await Promise.all(groupBySlot(shards, receipts).map((group) => findGroup(moment, group)))).flat()
    },
  }
}
