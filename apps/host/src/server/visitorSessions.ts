import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** An anonymous demo user of the host app. `label` is what the page and the signed text call them. */
export type Visitor = { readonly id: string; readonly label: string }

/** `token` goes into the cookie and is kept nowhere else. */
export type NewSession = { readonly token: string; readonly visitor: Visitor }

export type VisitorSessions = {
  create(): Promise<NewSession>
  /** The visitor of a token, or undefined when it is unknown or expired. */
  find(token: string): Promise<Visitor | undefined>
  /**
   * Ends what has expired. `free` is called first for each visitor nobody can be any more, so that one whose wallets could not
   * be freed, or were not before a crash, has its turn again.
   */
  removeExpired(free: (visitorId: string) => Promise<void>): Promise<void>
}

export type SessionLimits = {
  /** A session unused this long ends. */
  readonly idleMs: number
  /** A session this old ends, used or not. */
  readonly absoluteMs: number
}

type VisitorSessionRow = {
  readonly token_hash: string
  readonly visitor_id: string
  readonly label: string
  readonly created_at: number
  readonly seen_at: number
}

/** The host app's own table in its data file. */
export type HostTables = { visitor_sessions: VisitorSessionRow }

// One write a minute keeps the idle clock; more would be a write for every request.
const seenStepMs = 60_000
// No vowels, so no words; nothing that looks like something else.
const labelLetters = 'bcdfghjkmnpqrstvwxz23456789'

/** Visitor sessions in SQLite. Only the SHA-256 of a token is stored: who reads the file cannot become a visitor. */
export async function createVisitorSessions(options: {
  readonly database: Kysely<HostTables>
  readonly limits: SessionLimits
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}): Promise<VisitorSessions> {
  const { database, limits, now, randomBytes } = options
  await database.schema
    .createTable('visitor_sessions')
    .ifNotExists()
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('visitor_id', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()

  return {
    async create() {
      const token = Buffer.from(randomBytes(32)).toString('base64url')
      const visitor = { id: Buffer.from(randomBytes(16)).toString('hex'), label: formatLabel(randomBytes(4)) }
      await database
        .insertInto('visitor_sessions')
        .values({
          token_hash: hashToken(token),
          visitor_id: visitor.id,
          label: visitor.label,
          created_at: now(),
          seen_at: now(),
        })
        .execute()
      return { token, visitor }
    },

    async find(token) {
      const time = now()
      const row = await database
        .selectFrom('visitor_sessions')
        .select(['token_hash', 'visitor_id', 'label', 'seen_at'])
        .where('token_hash', '=', hashToken(token))
        .where('seen_at', '>', time - limits.idleMs)
        .where('created_at', '>', time - limits.absoluteMs)
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (time - row.seen_at >= seenStepMs) {
        await database
          .updateTable('visitor_sessions')
          .set({ seen_at: time })
          .where('token_hash', '=', row.token_hash)
          .execute()
      }
      return { id: row.visitor_id, label: row.label }
    },

    async removeExpired(free) {
      const time = now()
      const expired = await database
        .selectFrom('visitor_sessions')
        .select('visitor_id')
        .where((row) =>
          row.or([row('seen_at', '<=', time - limits.idleMs), row('created_at', '<=', time - limits.absoluteMs)]),
        )
        .execute()
      for (const { visitor_id } of expired) {
        await free(visitor_id)
        await database.deleteFrom('visitor_sessions').where('visitor_id', '=', visitor_id).execute()
      }
    },
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function formatLabel(bytes: Uint8Array): string {
  return `visitor-${[...bytes].map((byte) => labelLetters[byte % labelLetters.length]).join('')}`
}
