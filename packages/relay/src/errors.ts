import { BaseError } from '@hawser/wire'

/** The relay was stopped, and a stopped relay does not start again. */
export class RelayStoppedError extends BaseError {
  readonly code = 'relay_stopped'
}

/** Whose share is used up; `store` is that of all together. */
export type Bound = 'topic' | 'client' | 'address' | 'store'

/**
 * What a topic, a client id, an address or the whole store may hold is held; `bound` says which. What nobody has taken stays;
 * the new message is not kept.
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
 * The store failed to read or write. Nothing of the call was kept, or all of it where the answer of a Redis was lost; the
 * same call may be repeated.
 */
export class MailboxFailedError extends BaseError {
  readonly code = 'mailbox_failed'
}

/** The mailbox's file cannot be opened: not writable, or no database of ours. Thrown at start. */
export class MailboxUnusableError extends BaseError {
  readonly code = 'mailbox_unusable'
}

/** Another relay holds the mailbox's file. Thrown at start. */
export class MailboxInUseError extends BaseError {
  readonly code = 'mailbox_in_use'
}

/** A client id, an address or all together may not subscribe to more topics; `bound` says which. */
export class SubscriberLimitExceededError extends BaseError {
  readonly code = 'subscriber_limit_exceeded'
  readonly bound: Exclude<Bound, 'topic'>

  constructor(message: string, bound: Exclude<Bound, 'topic'>) {
    super(message)
    this.bound = bound
  }
}

/** An option of the command line cannot be used. */
export class InvalidRelayOptionError extends BaseError {
  readonly code = 'invalid_relay_option'
}

/** The store's disk or memory is full. Nothing of the call was kept; what was accepted before stays and is delivered. */
export class StoreFullError extends BaseError {
  readonly code = 'store_full'
}

/** A Redis that may lose what clients were told is stored: without AOF, or one that evicts. Thrown at start. */
export class RedisUnsafeError extends BaseError {
  readonly code = 'redis_unsafe'
}
