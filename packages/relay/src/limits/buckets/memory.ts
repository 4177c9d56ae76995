import type { Buckets } from '../buckets.ts'
import { paceTake } from './paceTake.ts'

/**
 * At most this many keys, about 15 MB. Beyond that, keys unused for longest are forgotten, which fills their buckets
 * again. A full bucket needs no entry: it is forgotten when others are used.
 */
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
  /** When each bucket will be full again, the most recently used last. */
  const fullAt = new Map<string, number>()

  /** Removes the oldest, two for each used one, so that the number falls without a long pause. */
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
      // Also when it is refused: the most requested key is forgotten last.
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
