import type { Kysely, Transaction } from 'kysely'
import type { HostTables } from '../hostSchema.ts'
import type { BrowserLabel } from './browserLabel.ts'
import { endOldest, isLive, isToken, type SessionLimits } from './liveSessions.ts'
import { formatNextToken, hashToken } from './sessionToken.ts'

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

/** What showed who somebody is when a session began. `visit`: nothing, of an anonymous visitor. */
export type SessionBeginning = 'visit' | 'password' | 'wallet'

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
    session: {
      readonly token: string | undefined
      readonly owner: SessionOwner
      readonly browser: BrowserLabel
      readonly begunBy: SessionBeginning
    },
  ): Promise<NewSession | undefined>
  /**
   * Gives a live session of an account another token, and resolves to it. The old one is dead a minute later (T-53): until then
   * it finds the session for requests under way, and for whoever lost the answer, who is given the same new token once more.
   * Undefined for any other session.
   */
  rotate(token: string): Promise<string | undefined>
  /** Ends the session of a token; resolves to the visitor it was of, undefined when it had ended before. */
  end(token: string): Promise<string | undefined>
  /** When this live session began (epoch milliseconds), if that was by a password. */
  passwordGivenAt(key: { readonly visitorId: string; readonly sessionId: string }): Promise<number | undefined>
}

// One write a minute keeps the idle clock; more would be a write for every request.
const seenStepMs = 60_000
/** So long the token from before a rotation is good. */
const previousMs = 60_000
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

  const createToken = () => Buffer.from(randomBytes(32)).toString('base64url')
  const begin = async (
    connection: Kysely<HostTables>,
    owner: SessionOwner,
    { browser, system }: BrowserLabel,
    begunBy: SessionBeginning,
  ) => {
    const token = createToken()
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
        begun_by: begunBy,
        previous_hash: null,
        previous_until: null,
        rotated_with: null,
      })
      .execute()
    return { token, visitor }
  }
  const isLiveNow = () => isLive(limits, now())
  const hasToken = (token: string) => isToken(hashToken(token), now())

  return {
    create: (browser = unknownBrowser) =>
      begin(database, { ...createAnonymous(randomBytes), name: undefined }, browser, 'visit'),

    async find(token) {
      const row = await database
        .selectFrom('visitor_sessions')
        .leftJoin('accounts', 'accounts.visitor_id', 'visitor_sessions.visitor_id')
        .select(['token_hash', 'id', 'visitor_sessions.visitor_id', 'visitor_sessions.label', 'seen_at', 'name'])
        .where(hasToken(token))
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

    async replace(transaction, { token, owner, browser, begunBy }) {
      if (token !== undefined) {
        const ended = await transaction
          .updateTable('visitor_sessions')
          .set({ ended_at: now() })
          .where(hasToken(token))
          .where(isLiveNow())
          .returning('visitor_id')
          .executeTakeFirst()
        if (ended === undefined) return undefined
      }
      await endOldest(transaction, owner.id, now())
      return begin(transaction, owner, browser, begunBy)
    },

    async rotate(token) {
      const salt = Buffer.from(randomBytes(32)).toString('hex')
      const next = formatNextToken(token, salt)
      const rotated = await database
        .updateTable('visitor_sessions')
        .set({
          token_hash: hashToken(next),
          previous_hash: hashToken(token),
          previous_until: now() + previousMs,
          rotated_with: salt,
        })
        .where('token_hash', '=', hashToken(token))
        .where('visitor_id', 'in', (accounts) => accounts.selectFrom('accounts').select('accounts.visitor_id'))
        .where(isLiveNow())
        .returning('id')
        .executeTakeFirst()
      if (rotated !== undefined) return next
      const earlier = await database
        .selectFrom('visitor_sessions')
        .select('rotated_with')
        .where(hasToken(token))
        .where(isLiveNow())
        .executeTakeFirst()
      return earlier?.rotated_with ? formatNextToken(token, earlier.rotated_with) : undefined
    },

    async end(token) {
      const ended = await database
        .updateTable('visitor_sessions')
        .set({ ended_at: now() })
        .where(hasToken(token))
        .where('ended_at', 'is', null)
        .returning('visitor_id')
        .executeTakeFirst()
      return ended?.visitor_id
    },

    async passwordGivenAt({ visitorId, sessionId }) {
      const row = await database
        .selectFrom('visitor_sessions')
        .select('created_at')
        .where('visitor_id', '=', visitorId)
        .where('id', '=', sessionId)
        .where('begun_by', '=', 'password')
        .where(isLiveNow())
        .executeTakeFirst()
      return row?.created_at
    },
  }
}

/** A new visitor nobody knows, with the name the signed text calls them by. */
export function createAnonymous(randomBytes: (length: number) => Uint8Array): Pick<Visitor, 'id' | 'label'> {
  return { id: Buffer.from(randomBytes(16)).toString('hex'), label: formatLabel(randomBytes(4)) }
}

function formatLabel(bytes: Uint8Array): string {
  return `visitor-${[...bytes].map((byte) => labelLetters[byte % labelLetters.length]).join('')}`
}
