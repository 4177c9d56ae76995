import type { HostUser } from '@hawser/link'
import type { VisitorSessions } from '../sessions/visitorSessions.ts'

/** So long after its password was given a session may link and unlink wallets: each is a way to sign in. */
const freshMs = 30 * 60_000

/** Resolves to the milliseconds for which the password that was given in this session counts still: 0 once it no longer does. */
export type FreshPasswordMs = (asker: Pick<HostUser, 'id' | 'sessionId'>) => Promise<number>

/** What the passwords given in these sessions are worth. A session begun by a wallet, and an anonymous one, had none. */
export function createFreshPassword(options: {
  readonly sessions: Pick<VisitorSessions, 'passwordGivenAt'>
  readonly now: () => number
}): FreshPasswordMs {
  const { sessions, now } = options
  return async ({ id: visitorId, sessionId }) => {
    const givenAt = sessionId === undefined ? undefined : await sessions.passwordGivenAt({ visitorId, sessionId })
    return givenAt === undefined ? 0 : Math.max(0, givenAt + freshMs - now())
  }
}
