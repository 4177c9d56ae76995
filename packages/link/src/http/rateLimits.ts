import { TooManyRequestsError } from '../errors.ts'
import type { LinkStore } from '../records/linkStore.ts'
import type { KeyedHash } from './keyedHash.ts'

/**
 * Requests a minute, all of which may come at once: in the first minute, with what is gained meanwhile, up to twice as many. A
 * host user's count is one over all their sessions.
 */
export type LinkRateLimits = {
  readonly challengesPerUser: number
  /** By IPv4 address or IPv6 /64. */
  readonly challengesPerAddress: number
  readonly proofsPerUser: number
  readonly proofsPerAddress: number
  /** Rename, set primary, unlink. */
  readonly changesPerUser: number
  /** Challenges for one wallet account, from one address (where that is known), whoever asks. */
  readonly challengesPerAccount: number
  /** The same from all addresses together. */
  readonly challengesPerAccountInAll: number
  /** Origin statements: one for each code that a page shows. */
  readonly originStatementsPerUser: number
  readonly originStatementsPerAddress: number
}

export const defaultRateLimits: LinkRateLimits = {
  challengesPerUser: 10,
  challengesPerAddress: 60,
  proofsPerUser: 5,
  proofsPerAddress: 60,
  changesPerUser: 30,
  challengesPerAccount: 30,
  challengesPerAccountInAll: 600,
  originStatementsPerUser: 30,
  originStatementsPerAddress: 120,
}

const minuteMs = 60_000

/**
 * Counts one request against a limit, in the store, so that all nodes count together.
 * @throws TooManyRequestsError - with the seconds until there is a place again
 */
export type TakeTurn = (limit: keyof LinkRateLimits, subject: string) => Promise<void>

/** The limits over a store. What is limited is known there by its keyed hash only. */
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
