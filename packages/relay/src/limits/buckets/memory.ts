import type { Buckets } from '../buckets.ts'
import { paceTake } from './paceTake.ts'

/**
 * The most keys remembered, about 15 MB. Beyond that, the least recently used keys are forgotten, which refills their buckets.
 * A full bucket needs no entry and is forgotten when others are used.
 */
const defaultMaxKeys = 100_000

/**
 * Creates buckets in this process.
 * @param options - `now` returns milliseconds of a clock that never jumps; default: the process's clock
 */
export function createMemoryBuckets(
  options: { readonly now?: () => number; readonly maxKeys?: number } = {},
): Buckets & { readonly size: () => number } {
  const now = options.now ?? (() => performance.now())
  const maxKeys = options.maxKeys ?? defaultMaxKeys
  /** When each bucket will be full again, with the most recently used last. */
  const fullAt = new Map<string, number>()

  /** Removes up to two of the oldest keys for each key used, so that the number falls without a long pause. */
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
      // Also after a refusal, so that the most requested key is forgotten last.
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
