import type { LinkStore } from '../records/linkStore.ts'
import { challengeLimits } from './challenge.ts'

/** How often a node looks for what is over: seldom beside what it answers, and never so much at once that others wait for it. */
const everyMs = 100

/**
 * Drops challenges that are long over, and token buckets that are long full: called with each new challenge, done ten times a second at most.
 * An expired challenge stays a while, so that a late answer hears "expired" and not "unknown".
 */
export function createPurge({
  store,
  now,
}: {
  readonly store: Pick<LinkStore, 'purgeChallenges'>
  /** Epoch milliseconds. */
  readonly now: () => number
}): () => Promise<void> {
  let purgedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const at = now()
    // Also when the clock was set back.
    if (at >= purgedAt && at < purgedAt + everyMs) return
    purgedAt = at
    await store.purgeChallenges(at - challengeLimits.keptAfterExpiryMs)
  }
}
