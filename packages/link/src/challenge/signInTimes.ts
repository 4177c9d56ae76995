import type { SignInMessage } from '@hawser/wire'

/** Bounds of the times in a signed text, in milliseconds. The server's clock is the only one that counts. */
export const signInTimeLimits = { issuedWithinMs: 5 * 60_000, lifetimeMs: 10 * 60_000 } as const

type Times = Pick<SignInMessage, 'issuedAt' | 'expirationTime' | 'notBefore'>

/**
 * Whether a text holds now (epoch milliseconds). Each bound is looked at alone, and a time that cannot be read is no bound
 * kept: `Date` makes NaN of it, which every comparison here answers with false. An expiration time there must be.
 */
export function holdsNow({ issuedAt, expirationTime, notBefore }: Times, now: number): boolean {
  const issued = Date.parse(issuedAt)
  const expires = Date.parse(expirationTime ?? '')
  const isIssuedNow = Math.abs(now - issued) <= signInTimeLimits.issuedWithinMs
  const expiresLater = now < expires && expires - issued <= signInTimeLimits.lifetimeMs
  return isIssuedNow && expiresLater && (notBefore === undefined || Date.parse(notBefore) <= now)
}
