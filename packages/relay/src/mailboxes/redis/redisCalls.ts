import { MailboxFailedError } from '../../errors.ts'
import { withDeadline } from '../../redis/deadline.ts'
import { toMailboxError } from '../../redis/redisFailure.ts'
import type { Moment } from './redisSteps.ts'

type Work<T> = (moment: Moment) => Promise<T>

/** What is under way in Redis. Each call ends in time, and fails as a call of a mailbox does. */
export type RedisCalls = {
  /** Of a client. Refused once the mailbox is closed, or while too many others wait. */
  ask<T>(work: Work<T>): Promise<T>
  /** Of the mailbox itself. */
  start<T>(work: Work<T>): Promise<T>
  /** What need not be waited for. What is left undone others find, and end. */
  later(work: Work<unknown>): void
  /** @throws MailboxFailedError - once the mailbox is closed */
  refuseClosed(): void
  /** Resolves when all that is under way now has settled. */
  settled(): Promise<unknown>
  /** Refuses what is asked from now on. */
  close(): void
}

/** Calls waiting for Redis; beyond, calls fail at once. */
const mostCalls = 5_000

/** @param options - `now` is epoch milliseconds, undefined Redis' own clock; a call that takes longer than `timeoutMs` fails */
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
        return Promise.reject(new MailboxFailedError('Too much waits for Redis already. Try again.'))
      return start(work)
    },
    start,
    later(work) {
      start(work).catch(() => {})
    },
    refuseClosed() {
      if (isClosed) throw closedError()
    },
    settled: () => Promise.all(running),
    close() {
      isClosed = true
    },
  }
}
