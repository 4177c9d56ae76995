import { listOf, numberOf } from '../../redis/redisReply.ts'

/** Redis's clock, which all relays on it share, as this process estimates it. */
export type RedisClock = {
  /** Epoch milliseconds. */
  now(): number
  /** Reads Redis's clock again. Fails if Redis does not answer, and keeps the last estimate. */
  adjust(): Promise<void>
}

/** @param options - `readTime` sends the command TIME; `now` is the clock of this process */
export function createRedisClock(options: {
  readonly readTime: () => Promise<unknown>
  readonly now: () => number
}): RedisClock {
  const { readTime, now } = options
  let offsetMs = 0
  return {
    now: () => now() + offsetMs,
    async adjust() {
      const sentAt = now()
      const [seconds, micros] = listOf(await readTime())
      const redisAt = numberOf(seconds) * 1_000 + numberOf(micros) / 1_000
      offsetMs = Math.round(redisAt - (sentAt + now()) / 2)
    },
  }
}
