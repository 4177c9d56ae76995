import { setImmediate } from 'node:timers/promises'
import type { LinkStore, LinkTables } from '@hawser/link'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { HostTables } from '../hostTables.ts'

/**
 * An anonymous visitor whose session has ended can never come back. Their data is erased, or the same person could not link their
 * wallets again as the next visitor: an account has one owner.
 */
export type VisitorSweep = {
  /** Erases the data of a visitor, if nobody can be them any more. Never rejects: a failure has its turn again in `run`. */
  free(visitorId: string): Promise<void>
  /** Removes the sessions that have expired, and the visitors without one. One at a time: a second call joins the first. */
  run(): Promise<void>
  /** Lets a run end after the page of rows it is at. */
  stop(): Promise<void>
}

type Tables = HostTables & LinkTables

/** A request that began within a session may still write for so long after its end: the visitor waits, to be erased again. */
const underWayMs = 60_000
const pageRows = 500

/** `prepareHostData` has made the tables, in the file of the link store. */
export function createVisitorSweep(options: {
  readonly database: Kysely<Tables>
  readonly store: Pick<LinkStore, 'eraseHostUser'>
  /** Hears what `free` was spared. */
  readonly onFailure: (error: unknown) => void
}): VisitorSweep {
  const { database, store, onFailure } = options
  let running: Promise<void> | undefined
  let isStopped = false

  const free = async (visitorId: string) => {
    const left = await database
      .updateTable('user')
      .set({ updatedAt: toText(Date.now()) })
      .where('id', '=', visitorId)
      .where(isAnonymousWithoutSession(Date.now()))
      .returning('id')
      .executeTakeFirst()
    if (left !== undefined) await store.eraseHostUser(visitorId)
  }
  const sweep = async () => {
    const before = Date.now() - underWayMs
    for (let after: string | undefined = ''; after !== undefined && !isStopped; ) {
      const rows = await readPage(database, after, before)
      // Most strangers never linked anything, and an erase is a transaction of its own.
      for (const { id, holds } of rows) if (holds !== 0) await store.eraseHostUser(id)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) {
        await database.deleteFrom('session').where('userId', 'in', ids).execute()
        await database.deleteFrom('user').where('id', 'in', ids).execute()
      }
      after = ids.length < pageRows ? undefined : ids.at(-1)
      // SQLite answers without a turn of the event loop: requests would wait for the whole run.
      await setImmediate()
    }
    await database.deleteFrom('session').where('expiresAt', '<=', toText(before)).execute()
  }

  return {
    free: (visitorId) => free(visitorId).catch(onFailure),
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

/** A time as Better Auth writes it. */
function toText(at: number): string {
  return new Date(at).toISOString()
}

function isAnonymousWithoutSession(at: number) {
  return (eb: ExpressionBuilder<Tables, 'user'>) =>
    eb.and([
      eb('user.isAnonymous', '=', 1),
      eb.not(
        eb.exists(
          eb
            .selectFrom('session')
            .select('session.id')
            .whereRef('session.userId', '=', 'user.id')
            .where('session.expiresAt', '>', toText(at)),
        ),
      ),
    ])
}

/** Anonymous visitors without a session since then, in the order of their id, and whether link keeps anything of them (0 or 1). */
function readPage(database: Kysely<Tables>, after: string, before: number): Promise<{ id: string; holds: number }[]> {
  return database
    .selectFrom('user')
    .select('user.id')
    .select((eb) => {
      const has = (table: 'linked_wallets' | 'link_challenges' | 'link_events') =>
        eb.exists(
          eb.selectFrom(table).select(`${table}.host_user_id`).whereRef(`${table}.host_user_id`, '=', 'user.id'),
        )
      const holds = eb.or([has('linked_wallets'), has('link_challenges'), has('link_events')])
      return eb.cast<number>(holds, 'integer').as('holds')
    })
    .where('user.id', '>', after)
    .where('user.updatedAt', '<=', toText(before))
    .where(isAnonymousWithoutSession(before))
    .orderBy('user.id')
    .limit(pageRows)
    .execute()
}
