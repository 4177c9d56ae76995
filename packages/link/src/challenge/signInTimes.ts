import type { SignInMessage } from '@hawser/wire'

/** Bounds of the times in a signed text, in milliseconds, unless its challenges live longer. Only the server's clock counts. */
export const signInTimeLimits = { issuedWithinMs: 5 * 60_000, lifetimeMs: 10 * 60_000 } as const

type Times = Pick<SignInMessage, 'issuedAt' | 'expirationTime' | 'notBefore'>

/**
 * Whether a text is valid at `now` (epoch milliseconds). Each bound is checked separately. An unreadable time never passes:
 * `Date.parse` returns NaN, and every comparison with NaN is false. The expiration time is required.
 * @param challengeMs - how long a challenge of this purpose lives, if longer than the bounds
 */
export function isValidAt({ issuedAt, expirationTime, notBefore }: Times, now: number, challengeMs = 0): boolean {
  const issued = Date.parse(issuedAt)
  const expires = Date.parse(expirationTime ?? '')
  const { issuedWithinMs, lifetimeMs } = signInTimeLimits
  const isIssuedNow = now - issued <= Math.max(issuedWithinMs, challengeMs) && issued - now <= issuedWithinMs
  const expiresLater = now < expires && expires - issued <= Math.max(lifetimeMs, challengeMs)
  return isIssuedNow && expiresLater && (notBefore === undefined || Date.parse(notBefore) <= now)
}
