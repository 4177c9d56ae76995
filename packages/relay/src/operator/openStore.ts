import { join } from 'node:path'
import type { Buckets } from '../limits/buckets.ts'
import type { RelayLogger } from '../logger.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import { mailboxLimitsOf } from './limitsOf.ts'
import { redisUrlsOf } from './redisUrlsOf.ts'
import type { SettingValues } from './settings.ts'

export type Store = {
  readonly mailbox: Mailbox
  /** Rates shared with the other relays on the store, or undefined if this relay keeps its own. */
  readonly buckets: Buckets | undefined
  /** The store's location for operators, without a password. */
  readonly where: string
  /** Whether other relays can serve the same mailbox, and take over when this relay leaves. */
  readonly isShared: boolean
  close(): Promise<void>
}

/**
 * Opens the store that the settings name: a Redis for mailbox and rates, or else one SQLite file. The Redis client is loaded
 * only for a Redis.
 * @throws InvalidCommandError, MailboxUnusableError, MailboxInUseError, RedisUnsafeError, DriverMissingError
 */
export async function openStore(values: SettingValues, logger: RelayLogger): Promise<Store> {
  const limits = mailboxLimitsOf(values)
  const redisUrls = redisUrlsOf(values)
  if (redisUrls === undefined) {
    const file = join(values.dataDir, 'relay.sqlite')
    const onBroken = (error: Error) => {
      // The state of the disk is unknown. Throwing ends the process, and the restarted one reads the disk.
      setImmediate(() => {
        throw error
      })
    }
    const mailbox = createSqliteMailbox({ file, limits, onBroken })
    return { mailbox, buckets: undefined, where: file, isShared: false, close: () => mailbox.close() }
  }
  const { createRedisMailbox } = await import('../mailboxes/redis.ts')
  const { createRedisBuckets } = await import('../limits/buckets/redis.ts')
  const mailbox = await createRedisMailbox({ urls: redisUrls, limits, acceptLoss: values.acceptsLoss, logger })
  const buckets = await createRedisBuckets({ urls: redisUrls }).catch(async (error) => {
    await mailbox.close()
    throw error
  })
  const where = `redis ${redisUrls.map((url) => new URL(url).host).join(', ')}`
  const close = async () => void (await Promise.all([mailbox.close(), buckets.close()]))
  return { mailbox, buckets, where, isShared: true, close }
}
