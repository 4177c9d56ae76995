import type { Buckets } from '../buckets.ts'
import { paceTake } from './paceTake.ts'

/** Keys at most: about 15 MB. Beyond, those unused for longest are forgotten, which fills their buckets again. A full bucket is none: it is forgotten when others are used. */
const defaultMaxKeys = 100_000

/**
 * Buckets in this process.
 * @param options - `now` milliseconds of a clock that never jumps; default: the process's
 */
export function createMemoryBuckets(
  options: { readonly now?: () => number; readonly maxKeys?: number } = {},
): Buckets & { readonly size: () => number } {
  const now = options.now ?? (() => performance.now())
  const maxKeys = options.maxKeys ?? defaultMaxKeys
  /** When each bucket will be full again, the one used last at the end. */
  const fullAt = new Map<string, number>()

  /** The oldest, two for each that is used: so that they get fewer, and nobody waits for many. */
  const forget = (time: number) => {
    let left = 2
    for (const [key, at] of fullAt) {
      if (left === 0 || (at > time && fullAt.size <= maxKeys)) return
      fullAt.delete(key)
      left -= 1
    }
  }
  return {
    take(key, pace, cost, maxWaitMs) {
      const time = now()
      const { wait, fullAt: at } = paceTake(fullAt.get(key) ?? 0, time, pace, cost, maxWaitMs)
      // Also when it is refused: what is asked for most is forgotten last.
      fullAt.delete(key)
      fullAt.set(key, at)
      forget(time)
      return wait
    },
    async close() {
      fullAt.clear()
    },
    size: () => fullAt.size,
  }
}
