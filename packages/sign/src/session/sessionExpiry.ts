import type { Reason } from '@hawser/wire'
import { InvalidSessionMessageError } from '../errors.ts'

/** Seven days, from settlement or extension (WalletConnect sign/session-settlement). */
export const sessionLifetimeMs = 7 * 86_400_000
// What a peer may claim: wallets use seven days; a month leaves room for other choices and for clocks that differ.
const maxSessionLifetimeMs = 31 * 86_400_000

/**
 * Checks the end of a session as a peer gives it.
 * @throws InvalidSessionMessageError
 */
export function checkExpiry(expiresAt: number, now: number, reason: Reason): void {
  if (expiresAt > now && expiresAt <= now + maxSessionLifetimeMs) return
  throw new InvalidSessionMessageError('A session ends in the future, within a month.', reason)
}
