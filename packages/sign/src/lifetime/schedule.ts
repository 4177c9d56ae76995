/** Runs a function once after a delay in milliseconds. Returns a function that cancels the timer. */
export type SetTimer = (run: () => void, delayMs: number) => () => void

export const setPlatformTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** A schedule with one entry per key. Times are epoch milliseconds. */
export type Schedule = {
  /**
   * Replaces the entry of the key. An entry that is late gets `graceMs` more, once: the page slept or was closed, and a
   * message that came in time can still be in the mailbox (T-67).
   */
  at(key: string, time: number, run: () => void, graceMs?: number): void
  cancel(key: string): void
  /** Runs the due entries. A machine's timers run late after sleep, so the client calls this when it wakes. */
  run(): void
  stop(): void
}

// `setTimeout` takes at most 2^31 - 1, and a session can last longer.
const maxDelayMs = 2_000_000_000
// A page that is awake is never this late.
const lateMs = 500
/** Long enough to open a socket and receive everything that the relay has stored. */
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
