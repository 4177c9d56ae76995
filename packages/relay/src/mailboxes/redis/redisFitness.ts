import { MailboxFailedError, MailboxUnusableError, RedisUnsafeError } from '../../errors.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import { replyCodeOf } from '../../redis/redisFailure.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import { checkRedis, checkSchema } from './redisCheck.ts'

/**
 * Which nodes in use may not hold mailboxes any more: settings are changed, a Redis comes back with others, a replica
 * takes over. Those who rely on it are told at level error; what clients have stored stays within reach.
 */
export type RedisFitness = {
  /** Of a node that is connected to, or was promoted. Never rejects; one that does not answer stays what it was. */
  inspect(link: RedisLink): Promise<void>
  /** As `inspect`, and says again what is wrong. */
  remind(links: readonly RedisLink[]): Promise<void>
  /** Looks again at those that were not fit. @throws MailboxFailedError - of the first that is not */
  check(links: readonly RedisLink[]): Promise<void>
}

export function createRedisFitness(acceptLoss: boolean, logger: RelayLogger): RedisFitness {
  const unfit = new Map<string, Error>()

  const look = async (link: RedisLink) => {
    await checkRedis(link.send, acceptLoss)
    await checkSchema((_key, command) => link.send(command)).catch((error) => {
      // Another node of the cluster has it.
      if (replyCodeOf(error) !== 'MOVED') throw error
    })
  }
  const inspect = async (link: RedisLink, isReminder = false) => {
    try {
      await look(link)
      if (unfit.delete(link.address)) logger.info({}, 'this Redis is fit for mailboxes again')
    } catch (error) {
      if (!(error instanceof RedisUnsafeError || error instanceof MailboxUnusableError)) return
      const isSaid = unfit.get(link.address)?.message === error.message
      unfit.set(link.address, error)
      if (!isSaid || isReminder)
        logger.error({ error: loggable(error) }, 'this Redis is not fit for mailboxes any more')
    }
  }
  return {
    inspect: (link) => inspect(link),
    async remind(links) {
      await Promise.all(links.map((link) => inspect(link, true)))
    },
    async check(links) {
      const suspects = links.filter(({ address }) => unfit.has(address))
      await Promise.all(suspects.map((link) => inspect(link)))
      for (const { address } of suspects) {
        const cause = unfit.get(address)
        if (cause !== undefined) throw new MailboxFailedError(cause.message, { cause })
      }
    },
  }
}
