import { MailboxFailedError, MailboxUnusableError, RedisUnsafeError } from '../../errors.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import { replyCodeOf } from '../../redis/redisFailure.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import { checkRedis, checkSchema } from './redisCheck.ts'

/**
 * Watches whether the nodes in use are still fit for mailboxes: settings change, a Redis comes back with others, a replica
 * takes over. An unfit node is logged at level error. Stored messages stay reachable.
 */
export type RedisHealth = {
  /** Checks a node after a connection or a promotion. Never rejects. A node that does not answer keeps its state. */
  inspect(link: RedisLink): Promise<void>
  /** Checks like `inspect`, and logs a known fault again. */
  remind(links: readonly RedisLink[]): Promise<void>
  /** Checks the unfit nodes again. @throws MailboxFailedError - with the fault of the first node that is still unfit */
  check(links: readonly RedisLink[]): Promise<void>
}

export function createRedisHealth(acceptLoss: boolean, logger: RelayLogger): RedisHealth {
  const unfit = new Map<string, Error>()

  const look = async (link: RedisLink) => {
    await checkRedis(link.send, acceptLoss)
    await checkSchema((_key, command) => link.send(command)).catch((error) => {
      // Another node of the cluster has the schema key.
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
      if (!isSaid || isReminder) logger.error({ error: loggable(error) }, 'this Redis is no longer fit for mailboxes')
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
