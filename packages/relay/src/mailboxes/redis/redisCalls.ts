import { MailboxFailedError } from '../../errors.ts'
import { createDeadline, type Deadline, expire } from '../../redis/deadline.ts'
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

/** A call in progress. */
type Call = { readonly endsAt: number; readonly settled: Promise<unknown>; readonly fail: (error: Error) => void }

/** @param options - a call that takes longer than `timeoutMs` fails */
export function createRedisCalls({ timeoutMs }: { readonly timeoutMs: number }): RedisCalls {
  // In the order in which they end, because all have the same time.
  const running = new Map<Deadline, Call>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const expireSome = () => {
    timer = undefined
    for (const [deadline, { endsAt, fail }] of running) {
      const leftMs = endsAt - performance.now()
      if (leftMs > 0) return wait(leftMs)
      running.delete(deadline)
      fail(new MailboxFailedError(`Redis has not answered within ${timeoutMs / 1_000} s. Try again.`))
      expire(deadline)
    }
  }
  // Expire only after reading everything that arrived while this process was busy.
  const expireSoon = () => void setImmediate(expireSome)
  const wait = (ms: number) => {
    timer = setTimeout(expireSoon, ms)
  }
  const start = <T>(work: Work<T>): Promise<T> => {
    const deadline = createDeadline()
    let fail = (_: Error) => {}
    const settled = new Promise<T>((resolve, reject) => {
      fail = reject
      work({ deadline }).then(
        (answer) => {
          running.delete(deadline)
          resolve(answer)
        },
        (error: unknown) => {
          running.delete(deadline)
          reject(toMailboxError(error))
        },
      )
    })
    running.set(deadline, { endsAt: performance.now() + timeoutMs, settled, fail })
    if (timer === undefined) wait(timeoutMs)
    return settled
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
    settled: () => Promise.allSettled([...running.values()].map(({ settled }) => settled)),
    close() {
      isClosed = true
      void Promise.allSettled([...running.values()].map(({ settled }) => settled)).then(() => clearTimeout(timer))
    },
  }
}
