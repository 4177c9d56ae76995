import type { DelayMs, RateLimit } from '../buckets.ts'

/**
 * Takes tokens from one bucket, stored as the moment at which it will be full again (GCRA). A cost above the bucket's size is
 * granted when the bucket is full and then paid off, so no batch is too large forever.
 * @param fullAt - 0 for a bucket never used; `now` is by the same clock, which never goes back
 */
export function paceTake(
  fullAt: number,
  now: number,
  pace: RateLimit,
  cost: number,
  maxWaitMs: number,
): { readonly wait: DelayMs; readonly fullAt: number } {
  const tokenMs = 1_000 / pace.perSecond
  const from = Math.max(now, fullAt)
  const wait = Math.max(0, from + (Math.min(cost, pace.burst) - pace.burst) * tokenMs - now)
  return wait > maxWaitMs ? { wait: undefined, fullAt } : { wait, fullAt: from + cost * tokenMs }
}
