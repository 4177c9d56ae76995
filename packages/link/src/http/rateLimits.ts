import { TooManyRequestsError } from '@hawser/wire'
import { defaultRateLimits, type LinkRateLimits } from '../options/linkRateLimits.ts'
import type { LinkStore } from '../records/linkStore.ts'
import type { KeyedHash } from './keyedHash.ts'

const minuteMs = 60_000

/**
 * Counts one request against a limit, in the store, so that all nodes count together.
 * @throws TooManyRequestsError - with the seconds until there is a place again
 */
export type TakeTurn = (limit: keyof LinkRateLimits, subject: string) => Promise<void>

/** The limits over a store, which knows the limited parties only by keyed hashes. */
export function createTakeTurn(options: {
  readonly store: Pick<LinkStore, 'takeTokens'>
  readonly limits: Partial<LinkRateLimits> | undefined
  readonly hash: KeyedHash
  /** Epoch milliseconds. */
  readonly now: () => number
}): TakeTurn {
  const limits = { ...defaultRateLimits, ...options.limits }
  return async (limit, subject) => {
    const burst = limits[limit]
    const taken = await options.store.takeTokens({
      key: options.hash(limit, subject),
      perMs: Math.ceil(minuteMs / burst),
      burst,
      now: options.now(),
    })
    if (taken.allowed) return
    throw new TooManyRequestsError('Too many requests. Wait a little and try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil(taken.retryAfterMs / 1000)),
    })
  }
}
