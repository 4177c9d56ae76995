/** Runs something once after a delay in milliseconds; the result undoes it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void

export const setPlatformTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** What happens when: one entry per key, times in epoch milliseconds. */
export type Schedule = {
  /**
   * Replaces what was planned under the key. What comes late is given a grace once: the page slept, or was closed, and what came
   * in time may lie in the mailbox still (T-67).
   */
  at(key: string, time: number, run: () => void, graceMs?: number): void
  cancel(key: string): void
  /** Runs what is due. A machine that slept wakes with late timers. */
  run(): void
  stop(): void
}

// setTimeout takes 2^31 - 1 at most, and a session may last longer.
const maxDelayMs = 2_000_000_000
// More than timers of a page that is awake.
const lateMs = 500
/** Enough for a new socket and all that the relay has. */
export const graceMs = 10_000

export function createSchedule(options: { now: () => number; setTimer: SetTimer }): Schedule {
  const entries = new Map<string, { time: number; run: () => void; graceMs: number }>()
  let clear = () => {}
  let isStopped = false

  function arm(): void {
    clear()
    if (isStopped || entries.size === 0) return
    const next = Math.min(...[...entries.values()].map(({ time }) => time))
    clear = options.setTimer(run, Math.min(Math.max(next - options.now(), 0), maxDelayMs))
  }

  function run(): void {
    for (const [key, entry] of [...entries]) {
      const late = options.now() - entry.time
      if (late < 0 || entries.get(key) !== entry) continue
      if (entry.graceMs > 0 && late > lateMs) {
        entry.time += late + entry.graceMs
        entry.graceMs = 0
        continue
      }
      entries.delete(key)
      entry.run()
    }
    arm()
  }

  return {
    at(key, time, run, grace = graceMs) {
      entries.set(key, { time, run, graceMs: grace })
      arm()
    },
    cancel(key) {
      if (entries.delete(key)) arm()
    },
    run,
    stop() {
      isStopped = true
      clear()
      entries.clear()
    },
  }
}
