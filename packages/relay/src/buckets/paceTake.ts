import type { Pace, Wait } from '../buckets.ts'

/**
 * Takes tokens from one bucket, kept as the moment at which it will be full again (GCRA). More than the bucket holds is
 * given when it is full, and then paid off: a batch is never too large for ever.
 * @param fullAt - 0 of a bucket never used
 */
export function paceTake(
  fullAt: number,
  now: number,
  pace: Pace,
  cost: number,
  maxWaitMs: number,
): { readonly wait: Wait; readonly fullAt: number } {
  const tokenMs = 1_000 / pace.perSecond
  // Never later than a bucket may be empty: a clock set back would keep it so.
  const from = Math.max(now, Math.min(fullAt, now + pace.burst * tokenMs + maxWaitMs))
  const wait = Math.max(0, from + (Math.min(cost, pace.burst) - pace.burst) * tokenMs - now)
  return wait > maxWaitMs ? { wait: undefined, fullAt } : { wait, fullAt: from + cost * tokenMs }
}
