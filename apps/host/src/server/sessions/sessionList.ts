import type { Kysely } from 'kysely'
import type { HostTables } from '../hostSchema.ts'
import type { BrowserLabel } from './browserLabel.ts'
import { isLive, type SessionLimits } from './liveSessions.ts'

/** A session as its owner sees it. Times are epoch milliseconds. */
export type ListedSession = BrowserLabel & {
  readonly id: string
  readonly startedAt: number
  readonly seenAt: number
}

/** The sessions of a visitor, for the visitor to see and to end. */
export type SessionList = {
  /** The visitor's live sessions, the one seen last first. */
  list(visitorId: string): Promise<readonly ListedSession[]>
  /** Whether the visitor had such a session. */
  revoke(key: { readonly visitorId: string; readonly sessionId: string }): Promise<boolean>
  /** Ends every session of the visitor but this one; resolves to how many. */
  revokeOthers(key: { readonly visitorId: string; readonly sessionId: string }): Promise<number>
}

/** The list of sessions in SQLite. `migrateHost` has made the tables. */
export function createSessionList(options: {
  readonly database: Kysely<HostTables>
  readonly limits: SessionLimits
  readonly now: () => number
}): SessionList {
  const { database, limits, now } = options
  return {
    async list(visitorId) {
      const rows = await database
        .selectFrom('visitor_sessions')
        .select(['id', 'browser', 'system', 'created_at', 'seen_at'])
        .where('visitor_id', '=', visitorId)
        .where(isLive(limits, now()))
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        browser: row.browser ?? undefined,
        system: row.system ?? undefined,
        startedAt: row.created_at,
        seenAt: row.seen_at,
      }))
    },

    async revoke({ visitorId, sessionId }) {
      const ended = await database
        .updateTable('visitor_sessions')
        .set({ ended_at: now() })
        .where('visitor_id', '=', visitorId)
        .where('id', '=', sessionId)
        .where(isLive(limits, now()))
        .returning('id')
        .execute()
      return ended.length > 0
    },

    async revokeOthers({ visitorId, sessionId }) {
      const ended = await database
        .updateTable('visitor_sessions')
        .set({ ended_at: now() })
        .where('visitor_id', '=', visitorId)
        .where('id', '!=', sessionId)
        .where(isLive(limits, now()))
        .returning('id')
        .execute()
      return ended.length
    },
  }
}
