import { MailboxFailedError } from '../../errors.ts'
import { withDeadline } from '../../redis/deadline.ts'
import { toMailboxError } from '../../redis/redisFailure.ts'
import type { Moment } from './redisSteps.ts'

type Work<T> = (moment: Moment) => Promise<T>

/** Calls to Redis in progress. Each call ends in time, and fails with the errors of a mailbox. */
export type RedisCalls = {
  /** Runs a call of a client. Refused once the mailbox is closed, or while too many others wait. */
  ask<T>(work: Work<T>): Promise<T>
  /** Runs a call of the mailbox itself. */
  start<T>(work: Work<T>): Promise<T>
  /** @throws MailboxFailedError - once the mailbox is closed */
  refuseClosed(): void
  /** Resolves when all calls in progress now have settled. */
  settled(): Promise<unknown>
  /** Refuses later calls. */
  close(): void
}

/** The most calls that can wait for Redis. Beyond that, calls fail immediately. */
const mostCalls = 5_000

/**
 * @param options - `now` returns epoch milliseconds; undefined means Redis's own clock. A call that takes longer than
 * `timeoutMs` fails.
 */
export function createRedisCalls(options: {
  readonly timeoutMs: number
  readonly now: (() => number) | undefined
}): RedisCalls {
  const { timeoutMs, now } = options
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  const start = <T>(work: Work<T>): Promise<T> => {
    const at = now === undefined ? '' : String(now())
    const fail = () => new MailboxFailedError(`Redis has not answered within ${timeoutMs / 1_000} s. Try again.`)
    const call = withDeadline(timeoutMs, fail, (deadline) => work({ at, deadline })).catch((error) => {
      throw toMailboxError(error)
    })
    const settled: Promise<unknown> = call
      .catch(() => {})
      .then(() => {
        running.delete(settled)
      })
    running.add(settled)
    return call
  }
  const closedError = () => new MailboxFailedError('The mailbox is closed.')
  return {
    ask(work) {
      if (isClosed) return Promise.reject(closedError())
      if (running.size >= mostCalls)
        return Promise.reject(new MailboxFailedError('Too many calls already wait for Redis. Try again.'))
      return start(work)
    },
    start,
    refuseClosed() {
      if (isClosed) throw closedError()
    },
    settled: () => Promise.all(running),
    close() {
      isClosed = true
    },
  }
}
