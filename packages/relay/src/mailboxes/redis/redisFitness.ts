import { MailboxFailedError, MailboxUnusableError, RedisUnsafeError } from '../../errors.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import { replyCodeOf } from '../../redis/redisFailure.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import { checkRedis, checkSchema } from './redisCheck.ts'

/**
 * Watches whether nodes in use may still hold mailboxes: settings change, a Redis comes back with others, a replica
 * takes over. It reports an unfit node at level error; stored messages stay within reach.
 */
export type RedisFitness = {
  /**
   * Checks a node that was connected to, or was promoted. Never rejects; a node that does not answer keeps its state.
   */
  inspect(link: RedisLink): Promise<void>
  /** As `inspect`, and repeats the fault. */
  remind(links: readonly RedisLink[]): Promise<void>
  /** Checks the unfit nodes again. @throws MailboxFailedError - of the first that is still unfit */
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
