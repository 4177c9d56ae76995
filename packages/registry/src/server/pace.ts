import type { AddressKey } from '@hawser/wire'

/** A rate with a burst: a bucket of `burst` requests that fills at `perSecond`. */
export type Pace = { readonly perSecond: number; readonly burst: number }

/** Tracks clients that send too many requests. */
export type PaceKeeper = {
  /** @returns undefined: continue; else in how many milliseconds to ask again */
  take(address: AddressKey): number | undefined
  readonly size: number
}

// About 15 MB. Beyond that, keys unused for longest are forgotten, which fills their buckets again.
const defaultMaxAddresses = 100_000

/**
 * Creates buckets by address, each kept as the moment at which it will be full again (GCRA).
 * @param options - `now`: milliseconds of a clock that never jumps; default the process's
 */
export function createPaceKeeper(options: {
  readonly pace: Pace
  readonly now?: () => number
  readonly maxAddresses?: number
}): PaceKeeper {
  const { pace, now = () => performance.now(), maxAddresses = defaultMaxAddresses } = options
  const tokenMs = 1_000 / pace.perSecond
  /** The one used last at the end. */
  const fullAt = new Map<AddressKey, number>()

  /** Removes two for each used one, so that the number falls without a long pause. */
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
      // Also a refused one: the most active client is forgotten last.
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
