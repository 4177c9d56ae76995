import type { IrnPublish } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import { isBrief, type MailboxLimits, reservedShare } from '../../limits/limits.ts'
import { isCapacityError, redisFull, replyCodeOf } from '../../redis/redisFailure.ts'
import { listOf, numberOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { lengthOf, messageIdOf, type StoredMessage } from '../mailbox.ts'
import { accountBounds, claimOf, type RedisAccounts, type RedisRefusal, readRefusal } from './redisAccounts.ts'
import type { RedisRoom } from './redisRoom.ts'
import {
  accountKeys,
  groupBySlot,
  type Moment,
  type Owner,
  type RunShared,
  type SlotGroup,
  topicKeys,
} from './redisSteps.ts'

/** The position of a stored message. */
type Stand = { readonly sequence: number; readonly publishedAt: number; readonly expiresAt: number }
type Group = SlotGroup<IrnPublish>
type PutCall = { readonly moment: Moment; readonly owner: Owner }

/** `put` of a mailbox in Redis. */
export type RedisPut = (
  moment: Moment,
  owner: Owner,
  publishes: readonly IrnPublish[],
) => Promise<readonly StoredMessage[]>

export function createRedisPut(options: {
  readonly shards: RedisShards
  readonly runShared: RunShared
  readonly limits: MailboxLimits
  readonly accounts: RedisAccounts
  readonly room: RedisRoom
}): RedisPut {
  const { shards, runShared, limits, accounts, room } = options

  const { queuedMessages, queuedLength, keptMessages, keptLength } = limits
  const ofTopic = [queuedMessages, queuedLength, keptMessages, keptLength].map(String)
  const bounds = [...ofTopic, ...accountBounds(limits), String(reservedShare)]

  const runPut = async ({ moment, owner }: PutCall, group: Group): Promise<readonly unknown[]> => {
    const accounts = shards.isCluster ? [] : accountKeys(owner, false)
    const keys = [...topicKeys(group.topics), ...accounts]
    const counts = [group.topics.length, accounts.length / 3, group.items.length].map(String)
    const messages = group.items.flatMap(({ item, topicIndex }) => {
      const [length, { ttlSeconds }] = [lengthOf(item), item]
      return [
        ...[String(topicIndex), messageIdOf(item.message), String(length), String(ttlSeconds * 1000)],
        ...[String(item.tag), item.message, item.attestation, isBrief(length, ttlSeconds) ? '1' : '0'],
      ]
    })
    const args = [owner.publisherId, owner.address, ...counts, ...messages]
    try {
      return listOf(await runShared(moment, 'put', { head: ['0', ...bounds], keys, args }))
    } catch (error) {
      // A message that is already stored is not new, so the put can succeed even when Redis is full.
      if (replyCodeOf(error) !== 'OOM') throw error
      return listOf(await runShared(moment, 'putWhenFull', { head: ['1', ...bounds], keys, args }))
    }
  }
  /** Puts the items of one slot, all or none. Returns the position of each item, or undefined if it was already stored. */
  const putGroup = async (call: PutCall, group: Group): Promise<readonly (Stand | undefined)[]> => {
    for (;;) {
      const [kind, ...rest] = await runPut(call, group)
      if (kind === 'stored') return readStored(rest, group)
      if (kind === 'full' && !(await room.ofAll(call.moment, group.topics[0] ?? ''))) throw redisFull()
      if (kind === 'refused') await makeRoom(call, readRefusal(rest, limits))
      if (call.moment.deadline.isOver()) throw new MailboxFailedError('Redis has not answered in time. Try again.')
    }
  }
  const readStored = ([time, places]: readonly unknown[], group: Group) => {
    const publishedAt = numberOf(time)
    return listOf(places).map((place, index): Stand | undefined => {
      if (place === '') return undefined
      const expiresAt = publishedAt + (group.items[index]?.item.ttlSeconds ?? 0) * 1000
      return { sequence: numberOf(place), publishedAt, expiresAt }
    })
  }
  /** @throws MailboxLimitExceededError - when no message of the owner can be removed */
  const makeRoom = async ({ moment, owner }: PutCall, refusal: RedisRefusal) => {
    if (!(await room.ofOwner(moment, owner, refusal))) throw refusal.error
  }

  /**
   * Records the position of each new item in `stands`. No script spans two slots, so the first item's slot is put last. The
   * first item is then never stored without the others (decision 0091).
   */
  const putAll = async (call: PutCall, groups: readonly Group[], stands: Map<number, Stand>): Promise<void> => {
    const putOne = async (group: Group) => {
      for (const [index, stand] of (await putGroup(call, group)).entries()) {
        const place = group.items[index]?.place
        if (place !== undefined && stand !== undefined) stands.set(place, stand)
      }
    }
    const [first, ...others] = groups
    if (others.length > 0) await settleAll(others.map(putOne))
    if (first !== undefined) await putOne(first)
  }
  const claimAll = async (call: PutCall, publishes: readonly IrnPublish[]): Promise<readonly string[]> => {
    for (;;) {
      const claimed = await accounts.claim(call.moment, call.owner, publishes)
      if (!('error' in claimed)) return claimed
      await makeRoom(call, claimed)
    }
  }
  const putClaimed = async (
    call: PutCall,
    publishes: readonly IrnPublish[],
    groups: readonly Group[],
    stands: Map<number, Stand>,
  ) => {
    const claimed = await claimAll(call, publishes)
    const releaseRest = () => {
      const stored = new Set(publishes.filter((_, place) => stands.has(place)).map(claimOf))
      const rest = claimed.filter((member) => !stored.has(member))
      return accounts.release(call.moment, call.owner, rest)
    }
    try {
      await putAll(call, groups, stands)
    } catch (error) {
      // After any other failure, more messages can be stored than the relay knows of.
      if (isCapacityError(error)) await releaseRest()
      throw error
    }
    await releaseRest()
  }

  return async (moment, owner, publishes) => {
    const groups = groupBySlot(shards, publishes)
    const call = { moment, owner }
    const stands = new Map<number, Stand>()
    if (shards.isCluster) await putClaimed(call, publishes, groups, stands)
    else await putAll(call, groups, stands)
    return publishes.flatMap(({ topic, message, tag, attestation }, place) => {
      const stand = stands.get(place)
      return stand === undefined ? [] : [{ topic, publisherId: owner.publisherId, message, tag, attestation, ...stand }]
    })
  }
}

/** Waits for all work. If several fail, it prefers to throw a failure after which a message can be stored, over a refusal. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(work)
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (failures.length > 0) throw failures.find((failure) => !isCapacityError(failure)) ?? failures[0]
}
