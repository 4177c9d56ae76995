import { TooManyRequestsError } from '@hawser/wire'
import { defaultRateLimits, type LinkRateLimits } from '../options/linkRateLimits.ts'
import type { LinkStore } from '../records/linkStore.ts'
import type { KeyedHash } from './keyedHash.ts'

const minuteMs = 60_000

/** One request in the bucket of a limit, in the store, so that all nodes count together. */
export type Token = Parameters<LinkStore['takeTokens']>[0]

/** The token of one request against a limit: it is not counted yet. */
export type TokenOf = (limit: keyof LinkRateLimits, subject: string) => Token

/**
 * Counts one request against a limit.
 * @throws TooManyRequestsError - with the seconds until there is a place again
 */
export type TakeTurn = (limit: keyof LinkRateLimits, subject: string) => Promise<void>

/** The tokens of the limits. The store knows the limited parties only by keyed hashes. */
export function createTokenOf(options: {
  readonly limits: Partial<LinkRateLimits> | undefined
  readonly hash: KeyedHash
  /** Epoch milliseconds. */
  readonly now: () => number
}): TokenOf {
  const limits = { ...defaultRateLimits, ...options.limits }
  return (limit, subject) => {
    const burst = limits[limit]
    return { key: options.hash(limit, subject), perMs: Math.ceil(minuteMs / burst), burst, now: options.now() }
  }
}

export function createTakeTurn(store: Pick<LinkStore, 'takeTokens'>, tokenOf: TokenOf): TakeTurn {
  return async (limit, subject) => checkTaken(await store.takeTokens(tokenOf(limit, subject)))
}

/** @throws TooManyRequestsError - the store had no token */
export function checkTaken({ allowed, retryAfterMs }: Awaited<ReturnType<LinkStore['takeTokens']>>): void {
  if (allowed) return
  throw new TooManyRequestsError('Too many requests. Wait a little and try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  })
}
