export { createRedisBuckets } from './buckets/redis.ts'
export type { Buckets, Pace, Wait } from './buckets.ts'
export { createRelay, type Relay, type RelayOptions } from './createRelay.ts'
export {
  InvalidRelayOptionError,
  MailboxFailedError,
  MailboxInUseError,
  MailboxLimitExceededError,
  MailboxUnusableError,
  PortTakenError,
  RedisUnsafeError,
  RelayStoppedError,
  StoreFullError,
  SubscriberLimitExceededError,
  TooManyRequestsError,
} from './errors.ts'
export type { MailboxLimits, RelayLimits } from './limits.ts'
export type { RelayLogger } from './logger.ts'
export type { Mailbox, MessageKey, PendingPage, Position, StoredMessage } from './mailbox.ts'
export { createMemoryMailbox } from './mailboxes/memory.ts'
export { createRedisMailbox, type RedisMailboxOptions } from './mailboxes/redis.ts'
export { createSqliteMailbox } from './mailboxes/sqlite.ts'
