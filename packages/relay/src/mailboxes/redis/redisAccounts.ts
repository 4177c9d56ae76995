import type { IrnPublish } from '@hawser/wire'
import type { Bound, MailboxLimitExceededError } from '../../errors.ts'
import type { MailboxLimits } from '../../limits/limits.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import { lengthOf, messageIdOf, refusalOf } from '../mailbox.ts'
import { accountKeys, type Moment, type Owner, type RunScript } from './redisSteps.ts'

/** The refusal of a message for lack of room. `neededLength` is the number of missing bytes. */
export type RedisRefusal = {
  readonly bound: Bound
  readonly neededLength: number
  readonly error: MailboxLimitExceededError
}

/** A taken message: its owner, its member in the owner's accounts, and when it expires. */
export type RedisTake = { readonly owner: Owner; readonly member: string; readonly expiresAt: string }

/**
 * The totals of a publisher and its address in a cluster. Accounts have a slot of their own, so messages are counted before
 * they are stored, and uncounted if they are not stored. In between, or if a node dies in between, the count is too high, never
 * too low.
 */
export type RedisAccounts = {
  /** @returns the new claims */
  claim(moment: Moment, owner: Owner, publishes: readonly IrnPublish[]): Promise<readonly string[] | RedisRefusal>
  /** Releases the claims of messages that were not stored. */
  release(moment: Moment, owner: Owner, members: readonly string[]): Promise<void>
  /** Releases the claims of removed messages, in the form that the scripts return. */
  releaseDropped(moment: Moment, released: unknown): Promise<void>
  take(moment: Moment, takes: readonly RedisTake[]): Promise<void>
}

/** The overhead in bytes of a message in Redis in addition to its text, including its readers. */
export const messageOverhead = 2_048

/** Names a claim exactly as `claimOf` in the scripts does. */
export function claimOf(publish: IrnPublish): string {
  return `${lengthOf(publish)}:${publish.topic.slice(0, 16)}:${messageIdOf(publish.message).slice(0, 16)}`
}

/** The `most` argument of the Redis scripts: the limits of an account, and the overhead of a message. */
export function accountBounds(limits: MailboxLimits): readonly string[] {
  return [limits.clientMessages, limits.clientLength, limits.addressLength, messageOverhead].map(String)
}

/** Reads the scripts' answer after 'refused'. */
export function readRefusal([bound, ...numbers]: readonly unknown[], limits: MailboxLimits): RedisRefusal {
  const read = numbers.map(numberOf)
  const [queuedMessages = 0, queuedLength = 0, keptMessages = 0, keptLength = 0] = read
  const [clientMessages = 0, clientLength = 0, addressLength = 0, length = 0] = read.slice(4)
  const ofTopic = { queuedMessages, queuedLength, keptMessages, keptLength }
  const usage = { ...ofTopic, clientMessages, clientLength, addressLength, totalLength: 0 }
  const named = bound === 'client' || bound === 'address' ? bound : 'topic'
  const neededLength =
    named === 'client'
      ? clientLength + length - limits.clientLength
      : addressLength + length + messageOverhead - limits.addressLength
  return { bound: named, neededLength, error: refusalOf(named, usage, length, limits) }
}

export function createRedisAccounts(runScript: RunScript, limits: MailboxLimits): RedisAccounts {
  return {
    async claim(moment, owner, publishes) {
      const args = publishes.flatMap((publish) => [claimOf(publish), String(publish.ttlSeconds * 1000)])
      const keys = accountKeys(owner, true)
      const [kind, ...rest] = listOf(await runScript(moment, 'claim', keys, [...accountBounds(limits), ...args]))
      return kind === 'claimed' ? listOf(rest[0]).map(textOf) : readRefusal(rest, limits)
    },
    async release(moment, owner, members) {
      if (members.length === 0) return
      const args = members.flatMap((member) => [member, ''])
      await runScript(moment, 'release', accountKeys(owner, true), args)
    },
    async releaseDropped(moment, released) {
      const work = listOf(released)
        .map(listOf)
        .map(([publisherId, address, member, takenAs]) => {
          const keys = accountKeys({ publisherId: textOf(publisherId), address: textOf(address) }, true)
          return runScript(moment, 'release', keys, [textOf(member), textOf(takenAs)])
        })
      await Promise.all(work)
    },
    async take(moment, takes) {
      const work = takes.map(({ owner, member, expiresAt }) =>
        runScript(moment, 'take', accountKeys(owner, true), [member, expiresAt]),
      )
      await Promise.all(work)
    },
  }
}
