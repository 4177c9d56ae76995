import { createWebCurves } from '../envelope/webCurves.ts'
import type { SetTimer } from '../lifetime/schedule.ts'

const curves = createWebCurves(crypto.subtle)

/** A clock that moves only when it is advanced. */
export function createClock(start = 1_795_208_116_000) {
  let time = start
  const timers = new Map<object, { at: number; run: () => void }>()
  const setTimer: SetTimer = (run, delayMs) => {
    const key = {}
    timers.set(key, { at: time + delayMs, run })
    return () => timers.delete(key)
  }
  // The platform's cryptography answers from other threads, in the order it was asked: the last question is answered last.
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
    /** Lets what is under way happen, without time passing. */
    tick,
    /** The machine sleeps: no timer runs on the way, and what is overdue runs when it wakes. */
    async sleep(ms: number): Promise<void> {
      await tick()
      time += ms
      await this.advance(0)
    },
    /** Runs what falls due on the way, in order, and lets each consequence happen before the next. */
    async advance(ms: number): Promise<void> {
      const end = time + ms
      for (;;) {
        await tick()
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (due === undefined) break
        timers.delete(due[0])
        // A pause of random length is not a whole number; a clock's time is.
        time = Math.max(time, Math.ceil(due[1].at))
        due[1].run()
      }
      time = end
      await tick()
    },
  }
}
