import { BaseError } from '@hawser/wire'

/** The relay was stopped. A stopped relay cannot start again. */
export class RelayStoppedError extends BaseError {
  readonly code = 'relay_stopped'
}

/** The owner of the exhausted share. `store` is the share of all clients together. */
export type Bound = 'topic' | 'client' | 'address' | 'store'

/**
 * A topic, a client id, an address or the whole store has reached its limit; `bound` says which. Waiting messages stay; the new
 * message is not stored.
 */
export class MailboxLimitExceededError extends BaseError {
  readonly code = 'mailbox_limit_exceeded'
  readonly bound: Bound

  constructor(message: string, bound: Bound = 'topic') {
    super(message)
    this.bound = bound
  }
}

/**
 * The store failed to read or write. Nothing of the call was stored, or all of it if a Redis answer was lost. The same call can
 * be repeated.
 */
export class MailboxFailedError extends BaseError {
  readonly code = 'mailbox_failed'
}

/** The mailbox's file cannot be opened: it is not writable, or not a database of Hawser. Thrown at start. */
export class MailboxUnusableError extends BaseError {
  readonly code = 'mailbox_unusable'
}

/** Another relay has the mailbox's file open. Thrown at start. */
export class MailboxInUseError extends BaseError {
  readonly code = 'mailbox_in_use'
}

/** A client id, an address or all clients together have reached the limit of subscribed topics; `bound` says which. */
export class SubscriberLimitExceededError extends BaseError {
  readonly code = 'subscriber_limit_exceeded'
  readonly bound: Exclude<Bound, 'topic'>

  constructor(message: string, bound: Exclude<Bound, 'topic'>) {
    super(message)
    this.bound = bound
  }
}

/** A command-line option is invalid. */
export class InvalidRelayOptionError extends BaseError {
  readonly code = 'invalid_relay_option'
}

/** The store's disk or memory is full. Nothing of the call was stored. Messages accepted earlier stay and are delivered. */
export class StoreFullError extends BaseError {
  readonly code = 'store_full'
}

/** The relay has no working connection to its Redis: Redis does not answer, or not in the expected form. */
export class RedisUnreachableError extends BaseError {
  readonly code = 'redis_unreachable'
}

/**
 * Redis answered a command with an error. The message is Redis's own and begins with its code, as in `MOVED 3999 host:6381`.
 */
export class RedisRefusedError extends BaseError {
  readonly code = 'redis_refused'
}

/** The Redis can lose messages that clients believe stored: it runs without AOF, or with eviction. Thrown at start. */
export class RedisUnsafeError extends BaseError {
  readonly code = 'redis_unsafe'
}
