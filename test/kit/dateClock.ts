import { onTestFinished, vi } from 'vitest'

/** The time that `Date` tells, in epoch milliseconds, until the test is over. Timers run as ever. */
export type DateClock = { now: number }

/** Takes over `Date` for one test: for libraries that take no clock. */
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
