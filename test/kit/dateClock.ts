import { onTestFinished, vi } from 'vitest'

/** The time that `Date` reports, in epoch milliseconds, until the test ends. Timers run as usual. */
export type DateClock = { now: number }

/** Replaces `Date` for one test, for libraries that take no clock. */
export function createDateClock(startsAt: number): DateClock {
  vi.useFakeTimers({ toFake: ['Date'], now: startsAt })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return {
    get now() {
      return Date.now()
    },
    set now(at) {
      vi.setSystemTime(at)
    },
  }
}
