import { createWebCurves } from '../envelope/webCurves.ts'
import type { SetTimer } from '../lifetime/schedule.ts'

const curves = createWebCurves(crypto.subtle)

/** Creates a clock that moves only when it is advanced. */
export function createClock(start = 1_795_208_116_000) {
  let time = start
  const timers = new Map<object, { at: number; run: () => void }>()
  const setTimer: SetTimer = (run, delayMs) => {
    const key = {}
    timers.set(key, { at: time + delayMs, run })
    return () => timers.delete(key)
  }
  // The platform's cryptography answers from other threads, in order. So the answer to this probe comes after all earlier ones.
  const probe = new Uint8Array(32).fill(9)
  const tick = async () => {
    for (let round = 0; round < 4; round += 1) {
      await curves.x25519SharedSecret(probe, probe)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
  return {
    now: () => time,
    setTimer,
    timers: () => timers.size,
    /** Lets pending work finish without moving the clock. */
    tick,
    /** Simulates sleep: no timer runs during it, and overdue timers run when the machine wakes. */
    async sleep(ms: number): Promise<void> {
      await tick()
      time += ms
      await this.advance(0)
    },
    /** Moves the clock, and runs the timers that fall due, in order. Lets each consequence happen before the next timer. */
    async advance(ms: number): Promise<void> {
      const end = time + ms
      for (;;) {
        await tick()
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (due === undefined) break
        timers.delete(due[0])
        // A random pause is not a whole number, but a clock's time is.
        time = Math.max(time, Math.ceil(due[1].at))
        due[1].run()
      }
      time = end
      await tick()
    },
  }
}
