import type { BaseError } from '@hawser/wire'
import { RelayUnreachableError } from '../errors.ts'
import type { Deferreds } from '../lifetime/deferred.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { Refusal } from './relayRefusal.ts'

/** The time limit for callers that wait for the relay. */
export type RelayTimeout = {
  /**
   * Returns the same promise, but rejected with `relay_unreachable` after eight seconds, with `relay_busy` after five
   * if the relay asked to wait, or as soon as the relay refuses this client.
   */
  withTimeout<T>(promise: Promise<T>): Promise<T>
  /** Whether a caller waits. */
  isAwaited(): boolean
  /**
   * Notes a refusal, which all current and later callers get. If an overloaded relay asks to wait, callers wait for it,
   * but not as long as for a silent one.
   */
  refuse(refusal: Refusal, error: BaseError): void
  /** Notes that the relay works. */
  accept(): void
}

const relayTimeoutMs = 8_000
// Shorter than the seven seconds after which the page reports that it received nothing.
const busyTimeoutMs = 5_000
/**
 * The time limit after a page's return. The result of missed events must appear within two seconds, a new socket
 * included (T-67).
 */
export const wakeTimeoutMs = 1_500

export function createRelayTimeout(options: {
  readonly deferreds: Deferreds
  readonly setTimer: SetTimer
  now(): number
}): RelayTimeout {
  const { deferreds, setTimer, now } = options
  const waiting = new Set<(error: BaseError) => void>()
  let known: BaseError | undefined
  return {
    withTimeout<T>(promise: Promise<T>) {
      const deferred = deferreds.defer<T>()
      let cancel = () => {}
      const end = () => {
        cancel()
        waiting.delete(deferred.reject)
      }
      const watch = (sinceMs: number, untilMs: number) => {
        const dueAt = now() + untilMs - sinceMs
        cancel = setTimer(() => {
          // The page was suspended, as phones do: a long overdue timer says nothing about the relay (T-67).
          if (now() > dueAt + wakeTimeoutMs) return watch(0, busyTimeoutMs)
          if (known === undefined && untilMs < relayTimeoutMs) return watch(untilMs, relayTimeoutMs)
          deferred.reject(
            known ?? new RelayUnreachableError('The relay did not answer within 8 seconds. The client keeps trying.'),
          )
        }, untilMs - sinceMs)
      }
      watch(0, busyTimeoutMs)
      waiting.add(deferred.reject)
      promise.then(deferred.resolve, deferred.reject)
      deferred.promise.then(end, end)
      return deferred.promise
    },
    isAwaited: () => waiting.size > 0,
    refuse(refusal, error) {
      known = error
      if (refusal === 'busy') return
      for (const reject of waiting) reject(error)
      waiting.clear()
    },
    accept() {
      known = undefined
    },
  }
}
