import type { LinkStore } from '@hawser/link'
import type { VisitorSessions } from './visitorSessions.ts'

/**
 * An anonymous visitor whose session has ended can never come back. Their wallets are unlinked, or the same person could not
 * link them again as the next visitor: an account has one owner.
 */
export async function removeExpiredVisitors(sessions: VisitorSessions, linkStore: LinkStore): Promise<void> {
  await sessions.removeExpired(async (hostUserId) => {
    for (const { id } of await linkStore.linkedWallets(hostUserId))
      await linkStore.removeLinkedWallet({ id, hostUserId })
  })
}
