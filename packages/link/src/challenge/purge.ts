import type { LinkStore } from '../records/linkStore.ts'
import { challengeLimits } from './challenge.ts'

/** The minimum time between two purges: rare compared with requests, yet frequent enough to keep each purge short. */
const everyMs = 100

/**
 * Drops challenges that expired long ago and token buckets that have long been full. Called with each new challenge, it works
 * at most ten times a second. An expired challenge stays for a while, so that a late answer gets "expired" and not "unknown".
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
    // The lower bound keeps purges running after the clock was set back.
    if (at >= purgedAt && at < purgedAt + everyMs) return
    purgedAt = at
    await store.purgeChallenges(at - challengeLimits.keptAfterExpiryMs)
  }
}
