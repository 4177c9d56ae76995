// Test support. The `.fixture.ts` ending keeps this file out of the build.

/** Creates a clock that moves only on command. Timers run in the order in which they are due. */
export function createTimers() {
  let time = 1_700_000_000_000
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  /** Lets settled promises run their callbacks. */
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
