import { sql, type Transaction } from 'kysely'
import type { HostTables } from '../hostSchema.ts'

export type SessionLimits = {
  /** A session unused this long ends. */
  readonly idleMs: number
  /** A session this old ends, used or not. */
  readonly absoluteMs: number
}

/** A visitor's live sessions. One more ends the one that was seen least lately. */
const sessionsPerVisitor = 50

/** SQL: whether a session goes by the token of this hash at this time (epoch milliseconds): its own, or the one before. */
export function isToken(hash: string, at: number) {
  return sql<boolean>`(
    visitor_sessions.token_hash = ${hash}
    or (visitor_sessions.previous_hash = ${hash} and visitor_sessions.previous_until > ${at})
  )`
}

/** SQL: whether a session is live at this time (epoch milliseconds). */
export function isLive(limits: SessionLimits, at: number) {
  return sql<boolean>`(
    visitor_sessions.ended_at is null
    and visitor_sessions.seen_at > ${at - limits.idleMs}
    and visitor_sessions.created_at > ${at - limits.absoluteMs}
  )`
}

/** SQL: whether a session had ended or expired at this time already (epoch milliseconds). */
export function isGoneSince(limits: SessionLimits, at: number) {
  return sql<boolean>`(
    visitor_sessions.ended_at <= ${at}
    or visitor_sessions.seen_at <= ${at - limits.idleMs}
    or visitor_sessions.created_at <= ${at - limits.absoluteMs}
  )`
}

/** Makes room for one more session of the visitor. `at` is epoch milliseconds. */
export async function endOldest(transaction: Transaction<HostTables>, visitorId: string, at: number): Promise<void> {
  const kept = transaction
    .selectFrom('visitor_sessions')
    .select('token_hash')
    .where('visitor_id', '=', visitorId)
    .where('ended_at', 'is', null)
    .orderBy('seen_at', 'desc')
    .limit(sessionsPerVisitor - 1)
  await transaction
    .updateTable('visitor_sessions')
    .set({ ended_at: at })
    .where('visitor_id', '=', visitorId)
    .where('ended_at', 'is', null)
    .where('token_hash', 'not in', kept)
    .execute()
}
