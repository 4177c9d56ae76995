import type { AddressKey } from '@hawser/wire'

/** A rate with a burst: a bucket of `burst` requests that fills at `perSecond`. */
export type RateLimit = { readonly perSecond: number; readonly burst: number }

/** Tracks clients that send too many requests. */
export type RateLimiter = {
  /** @returns undefined if the request may continue, else the milliseconds to wait before the next request */
  take(address: AddressKey): number | undefined
  readonly size: number
}

// About 15 MB. Beyond that, the least recently used keys are forgotten, which fills their buckets again.
const defaultMaxAddresses = 100_000

/**
 * Creates buckets by address. Each is stored as the moment at which it will be full again (GCRA).
 * @param options - `now`: milliseconds of a clock that never jumps; default: the clock of the process
 */
export function createRateLimiter(options: {
  readonly pace: RateLimit
  readonly now?: () => number
  readonly maxAddresses?: number
}): RateLimiter {
  const { pace, now = () => performance.now(), maxAddresses = defaultMaxAddresses } = options
  const tokenMs = 1_000 / pace.perSecond
  /** The moment at which each bucket is full, with the most recently used address at the end. */
  const fullAt = new Map<AddressKey, number>()

  /** Removes up to two addresses for each use, so that the number falls without a long pause. */
  const forget = (time: number) => {
    let left = 2
    for (const [address, at] of fullAt) {
      if (left === 0 || (at > time && fullAt.size <= maxAddresses)) return
      fullAt.delete(address)
      left -= 1
    }
  }
  return {
    take(address) {
      const time = now()
      const from = Math.max(time, fullAt.get(address) ?? 0)
      const wait = from + (1 - pace.burst) * tokenMs - time
      // A refused address moves to the end as well, so that the most active client is forgotten last.
      fullAt.delete(address)
      fullAt.set(address, wait > 0 ? from : from + tokenMs)
      forget(time)
      return wait > 0 ? wait : undefined
    },
    get size() {
      return fullAt.size
    },
  }
}
