import { join } from 'node:path'
import type { Buckets } from '../limits/buckets.ts'
import type { RelayLogger } from '../logger.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import type { RelaySettings } from './readSettings.ts'

export type Store = {
  readonly mailbox: Mailbox
  /** Rates shared with the other relays on it; undefined: this relay keeps its own. */
  readonly buckets: Buckets | undefined
  /** For people, without a password. */
  readonly where: string
  /** Other relays may serve the same mailbox, and take over when this one leaves. */
  readonly isShared: boolean
  close(): Promise<void>
}

/**
 * Opens the store that the settings name: a Redis for mailbox and rates, or else one SQLite file. The Redis client is
 * loaded only then.
 * @throws InvalidRelayOptionError, MailboxUnusableError, MailboxInUseError, RedisUnsafeError, DriverMissingError
 */
export async function openStore(settings: RelaySettings, logger: RelayLogger): Promise<Store> {
  const { values, redisUrls, mailboxLimits: limits } = settings
  if (redisUrls === undefined) {
    const file = join(values.dataDir, 'relay.sqlite')
    const onBroken = (error: Error) => {
      // The state of the disk is unknown: a process that starts again reads it.
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
