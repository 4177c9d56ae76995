import type { CodesOf } from '@hawser/wire'
import type * as errors from './errors.ts'

export { DriverMissingError, PortTakenError, TooManyRequestsError } from '@hawser/wire'
export {
  InvalidRelayOptionError,
  MailboxFailedError,
  MailboxInUseError,
  MailboxLimitExceededError,
  MailboxUnusableError,
  RedisUnsafeError,
  RelayStoppedError,
  StoreFullError,
  SubscriberLimitExceededError,
} from './errors.ts'
export { createRedisBuckets } from './limits/buckets/redis.ts'
export type { Buckets, DelayMs, RateLimit } from './limits/buckets.ts'
export type { MailboxLimits, RelayLimits } from './limits/limits.ts'
export type { RelayLogger } from './logger.ts'
export type { Mailbox, MessageKey, PendingPage, StoredMessage, TopicPosition } from './mailboxes/mailbox.ts'
export { createMemoryMailbox } from './mailboxes/memory.ts'
export { createRedisMailbox, type RedisMailboxOptions } from './mailboxes/redis.ts'
export { createSqliteMailbox } from './mailboxes/sqlite.ts'
export { createRelay, type Relay, type RelayOptions } from './server/createRelay.ts'

/** The codes of the errors that this package throws. */
export type RelayErrorCode = CodesOf<typeof errors> | 'driver_missing' | 'port_taken' | 'too_many_requests'
