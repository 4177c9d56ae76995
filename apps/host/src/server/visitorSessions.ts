import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BrowserLabel } from './browserLabel.ts'
import type { HostTables } from './hostSchema.ts'

/** Whoever uses the page: an anonymous visitor, or one with an account, whose `name` it is. */
export type Visitor = {
  readonly id: string
  /** What the text that a wallet signs calls them. ASCII. */
  readonly label: string
  readonly name: string | undefined
  readonly sessionId: string
}

/** `token` goes into the cookie and is kept nowhere else. */
export type NewSession = { readonly token: string; readonly visitor: Visitor }

/** A session as its owner sees it. Times are epoch milliseconds. */
export type ListedSession = BrowserLabel & {
  readonly id: string
  readonly startedAt: number
  readonly seenAt: number
}

export type SessionLimits = {
  /** A session unused this long ends. */
  readonly idleMs: number
  /** A session this old ends, used or not. */
  readonly absoluteMs: number
}

/** Who a session begins for. `label` and `name` as in Visitor. */
export type SessionOwner = Pick<Visitor, 'id' | 'label' | 'name'>

export type VisitorSessions = {
  /** Begins the session of a new anonymous visitor. */
  create(browser?: BrowserLabel): Promise<NewSession>
  /** The visitor of a token, or undefined when it is unknown, ended or expired. */
  find(token: string): Promise<Visitor | undefined>
  /**
   * Ends the session of `token` and begins one of `owner`, within a transaction: the old token is dead once the new one
   * lives (T-53). Undefined, and nothing begun, when a token was given that has no live session.
   */
  replace(
    transaction: Transaction<HostTables>,
    session: { readonly token: string | undefined; readonly owner: SessionOwner; readonly browser: BrowserLabel },
  ): Promise<NewSession | undefined>
  /** Ends the session of a token; resolves to the visitor it was of, undefined when it had ended before. */
  end(token: string): Promise<string | undefined>
  /** The visitor's live sessions, the one seen last first. */
  list(visitorId: string): Promise<readonly ListedSession[]>
  /** Whether the visitor had such a session. */
  revoke(key: { readonly visitorId: string; readonly sessionId: string }): Promise<boolean>
  /** Ends every session of the visitor but this one; resolves to how many. */
  revokeOthers(key: { readonly visitorId: string; readonly sessionId: string }): Promise<number>
}

// One write a minute keeps the idle clock; more would be a write for every request.
const seenStepMs = 60_000
/** A visitor's live sessions. One more ends the one that was seen least lately. */
const sessionsPerVisitor = 50
// No vowels, so no words; nothing that looks like something else.
const labelLetters = 'bcdfghjkmnpqrstvwxz23456789'
const unknownBrowser: BrowserLabel = { browser: undefined, system: undefined }

/** Visitor sessions in SQLite. `migrateHost` has made the tables. */
export function createVisitorSessions(options: {
  readonly database: Kysely<HostTables>
  readonly limits: SessionLimits
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}): VisitorSessions {
  const { database, limits, now, randomBytes } = options

  const begin = async (connection: Kysely<HostTables>, owner: SessionOwner, { browser, system }: BrowserLabel) => {
    const token = Buffer.from(randomBytes(32)).toString('base64url')
    const visitor: Visitor = { ...owner, sessionId: Buffer.from(randomBytes(16)).toString('hex') }
    await connection
      .insertInto('visitor_sessions')
      .values({
        token_hash: hashToken(token),
        id: visitor.sessionId,
        visitor_id: visitor.id,
        label: visitor.label,
        browser: browser ?? null,
        system: system ?? null,
        created_at: now(),
        seen_at: now(),
        ended_at: null,
      })
      .execute()
    return { token, visitor }
  }
  const isLiveNow = () => isLive(limits, now())

  return {
    create: (browser = unknownBrowser) =>
      begin(database, { ...createAnonymous(randomBytes), name: undefined }, browser),

    async find(token) {
      const row = await database
        .selectFrom('visitor_sessions')
        .leftJoin('accounts', 'accounts.visitor_id', 'visitor_sessions.visitor_id')
        .select(['token_hash', 'id', 'visitor_sessions.visitor_id', 'visitor_sessions.label', 'seen_at', 'name'])
        .where('token_hash', '=', hashToken(token))
        .where(isLiveNow())
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (now() - row.seen_at >= seenStepMs) {
        await database
          .updateTable('visitor_sessions')
          .set({ seen_at: now() })
          .where('token_hash', '=', row.token_hash)
          .execute()
      }
      return { id: row.visitor_id, label: row.label, name: row.name ?? undefined, sessionId: row.id }
    },

    async replace(transaction, { token, owner, browser }) {
      if (token !== undefined) {
        const ended = await transaction
          .updateTable('visitor_sessions')
          .set({ ended_at: now() })
          .where('token_hash', '=', hashToken(token))
          .where(isLiveNow())
          .returning('visitor_id')
          .executeTakeFirst()
        if (ended === undefined) return undefined
      }
      await endOldest(transaction, owner.id, now())
      return begin(transaction, owner, browser)
    },

    async end(token) {
      const ended = await database
        .updateTable('visitor_sessions')
        .set({ ended_at: now() })
        .where('token_hash', '=', hashToken(token))
        .where('ended_at', 'is', null)
        .returning('visitor_id')
        .executeTakeFirst()
      return ended?.visitor_id
    },

    async list(visitorId) {
      const rows = await database
        .selectFrom('visitor_sessions')
        .select(['id', 'browser', 'system', 'created_at', 'seen_at'])
        .where('visitor_id', '=', visitorId)
        .where(isLiveNow())
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
        .where(isLiveNow())
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
        .where(isLiveNow())
        .returning('id')
        .execute()
      return ended.length
    },
  }
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

async function endOldest(transaction: Transaction<HostTables>, visitorId: string, at: number): Promise<void> {
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

/** A new visitor nobody knows, with the name the signed text calls them by. */
export function createAnonymous(randomBytes: (length: number) => Uint8Array): Pick<Visitor, 'id' | 'label'> {
  return { id: Buffer.from(randomBytes(16)).toString('hex'), label: formatLabel(randomBytes(4)) }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function formatLabel(bytes: Uint8Array): string {
  return `visitor-${[...bytes].map((byte) => labelLetters[byte % labelLetters.length]).join('')}`
}
