// Test support. The ending keeps it out of the build.

/** A clock that moves only on command; timers run in the order they are due. */
export function createTimers() {
  let time = 1_700_000_000_000
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  /** Lets promises that are ready go on. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    now: () => time,
    open: () => timers.size,
    settle,
    setTimer(callback: () => void, delayMs: number) {
      const timer = { at: time + delayMs, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async advance(ms: number): Promise<void> {
      const end = time + ms
      for (;;) {
        await settle()
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers.delete(due)
        time = due.at
        due.callback()
      }
      time = end
      await settle()
    },
  }
}
