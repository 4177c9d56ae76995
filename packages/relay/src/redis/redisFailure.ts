import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../errors.ts'

const reasons: Readonly<Record<string, string>> = {
  BUSY: 'Redis is busy with a script.',
  CLUSTERDOWN: 'The Redis Cluster does not serve all of its slots.',
  LOADING: 'Redis is still loading its data.',
  MASTERDOWN: 'Redis is a replica that has lost its master.',
  MISCONF: 'Redis cannot write to its disk.',
  NOAUTH: 'Redis wants a password: put it into its URL.',
  NOPERM: 'Redis does not allow its user what the relay needs.',
  NOREPLICAS: 'Redis has fewer replicas than it is told to have (min-replicas-to-write).',
  READONLY: 'Redis is a replica and takes no writes.',
  WRONGPASS: 'Redis refuses the user or the password of its URL.',
}

/** The first word of an error reply from Redis, such as `OOM`. Undefined for other errors. */
export function replyCodeOf(error: unknown): string | undefined {
  return error instanceof Error ? /^([A-Z]+)(?: |$)/.exec(error.message)?.[1] : undefined
}

/** Whether retrying with the same URL is useless. */
export function isRefusal(error: unknown): boolean {
  return ['NOAUTH', 'NOPERM', 'WRONGPASS'].includes(replyCodeOf(error) ?? '')
}

/** Whether a call was refused for lack of room, so that nothing of it is stored. */
export function isCapacityError(error: unknown): error is MailboxLimitExceededError | StoreFullError {
  return error instanceof MailboxLimitExceededError || error instanceof StoreFullError
}

/** The error for a Redis that has reached its `maxmemory`. */
export function redisFull(cause?: unknown): StoreFullError {
  return new StoreFullError("The relay's Redis is full. This message was not stored; try again later.", { cause })
}

/** Converts a failure of Redis to a mailbox error. */
export function toMailboxError(cause: unknown): MailboxFailedError | MailboxLimitExceededError | StoreFullError {
  if (cause instanceof MailboxFailedError || isCapacityError(cause)) return cause
  if (replyCodeOf(cause) === 'OOM') return redisFull(cause)
  return new MailboxFailedError(`${explain(cause)} Try again.`, { cause })
}

/** Describes the fault for a person. */
export function explain(error: unknown): string {
  const code = replyCodeOf(error)
  if (code === undefined) return 'Redis cannot be reached.'
  return reasons[code] ?? `Redis refuses a command (${code}).`
}
