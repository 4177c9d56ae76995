import type { SignInMessage } from '@hawser/wire'

/**
 * Bounds of the times in a signed text, in milliseconds, unless its challenges live longer. The server's clock is the only one that
 * counts.
 */
export const signInTimeLimits = { issuedWithinMs: 5 * 60_000, lifetimeMs: 10 * 60_000 } as const

type Times = Pick<SignInMessage, 'issuedAt' | 'expirationTime' | 'notBefore'>

/**
 * Whether a text holds now (epoch milliseconds). Each bound is looked at alone, and a time that cannot be read is no bound
 * kept: `Date` makes NaN of it, which every comparison here answers with false. An expiration time there must be.
 * @param challengeMs - how long a challenge of this purpose lives, where that is more than the bounds
 */
export function holdsNow({ issuedAt, expirationTime, notBefore }: Times, now: number, challengeMs = 0): boolean {
  const issued = Date.parse(issuedAt)
  const expires = Date.parse(expirationTime ?? '')
  const { issuedWithinMs, lifetimeMs } = signInTimeLimits
  const isIssuedNow = now - issued <= Math.max(issuedWithinMs, challengeMs) && issued - now <= issuedWithinMs
  const expiresLater = now < expires && expires - issued <= Math.max(lifetimeMs, challengeMs)
  return isIssuedNow && expiresLater && (notBefore === undefined || Date.parse(notBefore) <= now)
}
