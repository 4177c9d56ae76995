import type { IrnPublish } from '@hawser/wire'
import type { MailboxLimits } from '../../limits/limits.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import { checkUsage, lengthOf, messageIdOf } from '../mailbox.ts'
import { claimKeys, type Moment, type RunScript } from './redisSteps.ts'

/**
 * What a publisher has waiting, in a cluster: it lives in a slot of its own, so it is counted before messages are stored
 * and taken back when they are not. Between, and when a node dies between, it counts too much; it never counts too little.
 */
export type RedisClaims = {
  /**
   * @returns the claims that are new
   * @throws MailboxLimitExceededError
   */
  claim(moment: Moment, publisherId: string, publishes: readonly IrnPublish[]): Promise<readonly string[]>
  release(moment: Moment, publisherId: string, members: readonly string[]): Promise<void>
}

/** As `claimOf` of the scripts. */
export function claimOf(publish: IrnPublish): string {
  return `${lengthOf(publish)}:${publish.topic.slice(0, 16)}:${messageIdOf(publish.message).slice(0, 16)}`
}

export function createRedisClaims(runScript: RunScript, limits: MailboxLimits): RedisClaims {
  return {
    async claim(moment, publisherId, publishes) {
      const reply = listOf(
        await runScript(moment, 'claim', claimKeys(publisherId), [
          ...[limits.clientMessages, limits.clientLength].map(String),
          ...publishes.flatMap((publish) => [claimOf(publish), String(publish.ttlSeconds * 1000)]),
        ]),
      )
      if (reply[0] === 'claimed') return listOf(reply[1]).map(textOf)
      const [clientMessages = 0, clientLength = 0, length = 0] = reply.slice(1).map(numberOf)
      const none = { queuedMessages: 0, queuedLength: 0, keptMessages: 0, keptLength: 0, totalLength: 0 }
      checkUsage({ ...none, clientMessages, clientLength }, length, limits)
      return []
    },
    async release(moment, publisherId, members) {
      if (members.length === 0) return
      await runScript(moment, 'release', claimKeys(publisherId), members)
    },
  }
}
