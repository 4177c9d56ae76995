import { setImmediate } from 'node:timers/promises'
import type { LinkStore, LinkTables } from '@hawser/link'
import type { Kysely } from 'kysely'
import type { HostTables } from '../hostSchema.ts'
import { isGoneSince, isLive, type SessionLimits } from './liveSessions.ts'

/**
 * An anonymous visitor whose session has ended can never come back. What is kept of them is erased, or the same person could
 * not link their wallets again as the next visitor: an account has one owner.
 */
export type VisitorSweep = {
  /** Erases what is kept of a visitor, if nobody can be them any more. Never rejects: what fails has its turn in `run`. */
  free(visitorId: string): Promise<void>
  /** Removes the sessions that have ended or expired, and frees their visitors. One at a time: a second call joins the first. */
  run(): Promise<void>
  /** Lets a run end after the page of rows it is at. */
  stop(): Promise<void>
}

/** A request that began within a session may still write for so long after its end: the row waits, so that it is erased again. */
const underWayMs = 60_000
const pageRows = 500

/** `migrateHost` has made the tables, in the file of the link store. */
export function createVisitorSweep(options: {
  readonly database: Kysely<HostTables & LinkTables>
  readonly store: Pick<LinkStore, 'eraseHostUser'>
  readonly limits: SessionLimits
  readonly now: () => number
  /** Hears what `free` was spared. */
  readonly onFailure: (error: unknown) => void
}): VisitorSweep {
  const { database, store, limits, now, onFailure } = options
  let running: Promise<void> | undefined
  let isStopped = false

  const eraseIfGone = async (visitorId: string) => {
    const account = await database
      .selectFrom('accounts')
      .select('visitor_id')
      .where('visitor_id', '=', visitorId)
      .executeTakeFirst()
    const session = await database
      .selectFrom('visitor_sessions')
      .select('id')
      .where('visitor_id', '=', visitorId)
      .where(isLive(limits, now()))
      .executeTakeFirst()
    if (account === undefined && session === undefined) await store.eraseHostUser(visitorId)
  }
  const sweep = async () => {
    for (let after: string | undefined = ''; after !== undefined && !isStopped; ) {
      const rows = await readPage(database, after, isGoneSince(limits, now() - underWayMs))
      // Most strangers never linked anything, and an erase is a transaction of its own.
      for (const { visitor_id, holds } of rows) if (holds !== 0) await eraseIfGone(visitor_id)
      const tokens = rows.map(({ token_hash }) => token_hash)
      if (tokens.length > 0) await database.deleteFrom('visitor_sessions').where('token_hash', 'in', tokens).execute()
      after = tokens.length < pageRows ? undefined : tokens.at(-1)
      // SQLite answers without a turn of the event loop: requests would wait for the whole run.
      await setImmediate()
    }
  }

  return {
    free: (visitorId) => eraseIfGone(visitorId).catch(onFailure),
    run: () => {
      running ??= sweep().finally(() => {
        running = undefined
      })
      return running
    },
    stop: async () => {
      isStopped = true
      await running?.catch(() => undefined)
    },
  }
}

/** Sessions that are gone, in the order of their key, and whether link keeps anything of their visitor (0 or 1). */
function readPage(
  database: Kysely<HostTables & LinkTables>,
  after: string,
  isGone: ReturnType<typeof isGoneSince>,
): Promise<{ token_hash: string; visitor_id: string; holds: number }[]> {
  return database
    .selectFrom('visitor_sessions')
    .select(['token_hash', 'visitor_id'])
    .select((eb) => {
      const has = (table: 'linked_wallets' | 'link_challenges' | 'link_events') =>
        eb.exists(
          eb
            .selectFrom(table)
            .select(`${table}.host_user_id`)
            .whereRef(`${table}.host_user_id`, '=', 'visitor_sessions.visitor_id'),
        )
      const holds = eb.or([has('linked_wallets'), has('link_challenges'), has('link_events')])
      return eb.cast<number>(holds, 'integer').as('holds')
    })
    .where('token_hash', '>', after)
    .where(isGone)
    .orderBy('token_hash')
    .limit(pageRows)
    .execute()
}
