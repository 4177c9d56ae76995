import type { LinkStore } from '@hawser/link'
import type { VisitorSessions } from './visitorSessions.ts'

/**
 * An anonymous visitor whose session has ended can never come back. What is kept of them is erased, or the same person could
 * not link their wallets again as the next visitor: an account has one owner.
 */
export async function removeExpiredVisitors(sessions: VisitorSessions, linkStore: LinkStore): Promise<void> {
  await sessions.removeExpired(async (hostUserId) => {
    await linkStore.eraseHostUser(hostUserId)
  })
}
