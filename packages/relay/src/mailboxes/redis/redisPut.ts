import type { IrnPublish, Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../errors.ts'
import { isBrief, type MailboxLimits, reservedShare } from '../../limits/limits.ts'
import { isWithoutRoom, redisFull, replyCodeOf } from '../../redis/redisFailure.ts'
import { listOf, numberOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { lengthOf, messageIdOf, type StoredMessage } from '../mailbox.ts'
import { accountBounds, claimOf, type RedisAccounts, type RedisRefusal, readRefusal } from './redisAccounts.ts'
import { commitMs, type RedisDecisions, stagedOf } from './redisDecisions.ts'
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

type Mode =
  | { readonly kind: 'put' }
  | { readonly kind: 'stage'; readonly txn: string; readonly coordinator: Topic }
  | { readonly kind: 'commit'; readonly txn: string; readonly keepMs: number }

/** The position of a stored message. */
type Stand = { readonly sequence: number; readonly publishedAt: number; readonly expiresAt: number }
/** Of a put that another relay has finished for this one: it is stored, but its position is not known here. */
type Outcome = { readonly stands: ReadonlyMap<number, Stand>; readonly stored: ReadonlySet<number> }
type Group = SlotGroup<IrnPublish>
type PutCall = { readonly moment: Moment; readonly owner: Owner }

/** Another relay dropped this put before it was committed: nothing of it is stored. */
class PutAbortedError extends MailboxFailedError {}

const undecidedMs = 100
const mostRetries = 3

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
  readonly decisions: RedisDecisions
  /** A unique name for a put. */
  readonly nextTxn: () => string
  /** Runs work that nobody waits for. */
  readonly later: (work: (moment: Moment) => Promise<unknown>) => void
}): RedisPut {
  const { shards, runShared, limits, accounts, room, decisions } = options

  const { queuedMessages, queuedLength, keptMessages, keptLength } = limits
  const ofTopic = [queuedMessages, queuedLength, keptMessages, keptLength].map(String)
  const bounds = [...ofTopic, ...accountBounds(limits), String(reservedShare)]

  const runPut = async ({ moment, owner }: PutCall, group: Group, mode: Mode): Promise<readonly unknown[]> => {
    const accounts = shards.isCluster ? [] : accountKeys(owner, false)
    const keys = [...topicKeys(group.topics), ...accounts]
    const [txn, third] =
      mode.kind === 'put' ? ['', ''] : [mode.txn, mode.kind === 'stage' ? mode.coordinator : String(mode.keepMs)]
    const counts = [group.topics.length, accounts.length / 3, group.items.length].map(String)
    const messages = group.items.flatMap(({ item, topicIndex }) => {
      const [length, { ttlSeconds }] = [lengthOf(item), item]
      return [
        ...[String(topicIndex), messageIdOf(item.message), String(length), String(ttlSeconds * 1000)],
        ...[String(item.tag), item.message, item.attestation, isBrief(length, ttlSeconds) ? '1' : '0'],
      ]
    })
    const args = [owner.publisherId, owner.address, mode.kind, txn, third, ...counts, ...messages]
    try {
      return listOf(await runShared(moment, 'put', { head: ['0', ...bounds], keys, args }))
    } catch (error) {
      // A message that is already stored is not new, however full Redis is.
      if (replyCodeOf(error) !== 'OOM') throw error
      return listOf(await runShared(moment, 'putWhenFull', { head: ['1', ...bounds], keys, args }))
    }
  }
  /**
   * Puts, stages or commits the items in one slot. Returns the position of each, undefined if it was already stored.
   */
  const putGroup = async (call: PutCall, group: Group, mode: Mode): Promise<readonly (Stand | undefined)[]> => {
    for (;;) {
      const [kind, ...rest] = await runPut(call, group, mode)
      if (kind === 'stored') return readStored(rest, group, mode)
      if (kind === 'full' && !(await room.ofAll(call.moment, group.topics[0] ?? ''))) throw redisFull()
      if (kind === 'refused') await makeRoom(call, readRefusal(rest, limits))
      if (kind === 'aborted')
        throw new PutAbortedError('Another relay dropped this message before it was stored. Try again.')
      if (kind === 'undecided') {
        // Another put of the same message is neither committed nor dropped yet.
        const isResolved = await decisions.resolve(call.moment, stagedOf(rest[0], group.topics))
        if (!isResolved) await new Promise((resolve) => setTimeout(resolve, undecidedMs))
      }
      if (call.moment.deadline.isOver()) throw new MailboxFailedError('Redis has not answered in time. Try again.')
    }
  }
  const readStored = ([time, places, staged]: readonly unknown[], group: Group, mode: Mode) => {
    const left = stagedOf(staged, group.topics).filter(({ ageMs }) => ageMs > commitMs)
    if (left.length > 0) options.later((moment) => decisions.resolve(moment, left))
    const publishedAt = numberOf(time)
    return listOf(places).map((place, index): Stand | undefined => {
      if (place === '') return undefined
      const sequence = mode.kind === 'stage' ? 0 : numberOf(place)
      return { sequence, publishedAt, expiresAt: publishedAt + (group.items[index]?.item.ttlSeconds ?? 0) * 1000 }
    })
  }
  /** @throws MailboxLimitExceededError - nothing of theirs could be removed */
  const makeRoom = async ({ moment, owner }: PutCall, refusal: RedisRefusal) => {
    if (!(await room.ofOwner(moment, owner, refusal))) throw refusal.error
  }

  /**
   * Over several slots: all slots but the first stage their items, unseen. The first stores its items together with the
   * decision; then the others store theirs. A relay that finds staged messages of a stalled put asks for the decision,
   * and ends the put.
   */
  const putTogether = async (call: PutCall, first: Group, others: readonly Group[]): Promise<Outcome> => {
    const [coordinator = ''] = first.topics
    const txn = options.nextTxn()
    const stagedTopics = others.flatMap(({ topics }) => topics)
    const takeBack = () =>
      options.later((moment) => Promise.all(stagedTopics.map((topic) => decisions.drop(moment, topic, txn))))
    let staged: readonly (readonly (Stand | undefined)[])[]
    try {
      staged = await settleAll(others.map((group) => putGroup(call, group, { kind: 'stage', txn, coordinator })))
    } catch (error) {
      takeBack()
      throw error
    }
    const isAnyStaged = staged.flat().some((stand) => stand !== undefined)
    const keepMs = Math.max(...others.flatMap(({ items }) => items.map(({ item }) => item.ttlSeconds * 1000)))
    const mode: Mode = isAnyStaged ? { kind: 'commit', txn, keepMs } : { kind: 'put' }
    let committed: readonly (Stand | undefined)[]
    try {
      committed = await putGroup(call, first, mode)
    } catch (error) {
      // After any other failure it may still be committed.
      if (isWithoutRoom(error) || error instanceof PutAbortedError) takeBack()
      throw error
    }
    const stands = new Map<number, Stand>()
    addStands(stands, first, committed)
    const stored = new Map(stands)
    for (const [index, group] of others.entries()) addStands(stored, group, staged[index] ?? [])
    if (!isAnyStaged) return outcomeOf(stands)
    const applied = await settleAll(stagedTopics.map((topic) => decisions.apply(call.moment, topic, txn)))
    for (const [index, topic] of stagedTopics.entries()) {
      for (const { messageId, ...stand } of applied[index] ?? []) {
        const found = others
          .flatMap(({ items }) => items)
          .find(({ item }) => item.topic === topic && messageIdOf(item.message) === messageId)
        if (found !== undefined) stands.set(found.place, stand)
      }
    }
    options.later((moment) => decisions.settle(moment, coordinator, txn))
    return { stands, stored: new Set(stored.keys()) }
  }
  const putAll = async (call: PutCall, groups: readonly Group[]): Promise<Outcome> => {
    const [first, ...others] = groups
    const stands = new Map<number, Stand>()
    if (first === undefined) return outcomeOf(stands)
    if (others.length > 0) {
      for (let retry = 0; ; retry += 1) {
        try {
          return await putTogether(call, first, others)
        } catch (error) {
          if (!(error instanceof PutAbortedError) || retry === mostRetries) throw error
        }
      }
    }
    addStands(stands, first, await putGroup(call, first, { kind: 'put' }))
    return outcomeOf(stands)
  }
  const claimAll = async (call: PutCall, publishes: readonly IrnPublish[]): Promise<readonly string[]> => {
    for (;;) {
      const claimed = await accounts.claim(call.moment, call.owner, publishes)
      if (!('error' in claimed)) return claimed
      await makeRoom(call, claimed)
    }
  }
  const putClaimed = async (call: PutCall, publishes: readonly IrnPublish[], groups: readonly Group[]) => {
    const claimed = await claimAll(call, publishes)
    const release = (members: readonly string[]) => accounts.release(call.moment, call.owner, members)
    let outcome: Outcome
    try {
      outcome = await putAll(call, groups)
    } catch (error) {
      if (isWithoutRoom(error)) await release(claimed)
      throw error
    }
    const stored = new Set([...outcome.stored].map((place) => publishes[place]).map((one) => one && claimOf(one)))
    await release(claimed.filter((member) => !stored.has(member)))
    return outcome
  }

  return async (moment, owner, publishes) => {
    const groups = groupBySlot(shards, publishes)
    const call = { moment, owner }
    const { publisherId } = owner
    const { stands } = shards.isCluster ? await putClaimed(call, publishes, groups) : await putAll(call, groups)
    return publishes.flatMap(({ topic, message, tag, attestation }, place) => {
      const stand = stands.get(place)
      return stand === undefined ? [] : [{ topic, publisherId, message, tag, attestation, ...stand }]
    })
  }
}

function addStands(stands: Map<number, Stand>, group: Group, found: readonly (Stand | undefined)[]): void {
  for (const [index, { place }] of group.items.entries()) {
    const stand = found[index]
    if (stand !== undefined) stands.set(place, stand)
  }
}

function outcomeOf(stands: ReadonlyMap<number, Stand>): Outcome {
  return { stands, stored: new Set(stands.keys()) }
}

/** All results, once all have settled: nothing that is reverted may still be on its way. */
async function settleAll<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
