import { TooManyRequestsError } from '@hawser/wire'
import { defaultRateLimits, type LinkRateLimits } from '../options/linkRateLimits.ts'
import type { LinkStore } from '../records/linkStore.ts'
import type { KeyedHash } from './keyedHash.ts'

const minuteMs = 60_000

/** A request for one token of a limit's bucket. The bucket is in the store, so that all nodes count together. */
export type Token = Parameters<LinkStore['takeTokens']>[0]

/** Returns the token of one request against a limit, without counting it yet. */
export type TokenOf = (limit: keyof LinkRateLimits, subject: string) => Token

/**
 * Counts one request against a limit.
 * @throws TooManyRequestsError - with the seconds until the next request is allowed
 */
export type TakeTurn = (limit: keyof LinkRateLimits, subject: string) => Promise<void>

/** Creates the tokens of the limits. The store sees users and addresses only as keyed hashes. */
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
