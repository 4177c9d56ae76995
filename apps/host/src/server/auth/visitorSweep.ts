import { setImmediate } from 'node:timers/promises'
import type { LinkStore, LinkTables } from '@hawser/link'
import { type Kysely, sql } from 'kysely'
import type { HostTables } from '../hostTables.ts'

type Tables = HostTables & LinkTables

export type VisitorSweep = ReturnType<typeof createVisitorSweep>

/** A request that began within a session may still write for so long after its end: the visitor waits, to be erased again. */
const underWayMs = 60_000
const pageRows = 500

/**
 * An anonymous visitor whose session has ended can never come back. Their data is erased, or the same person could
 * not link their wallets again as the next visitor: an account has one owner. `prepareHostData` has made the tables, in the
 * file of the link store.
 */
export function createVisitorSweep(options: {
  readonly database: Kysely<Tables>
  readonly store: Pick<LinkStore, 'eraseHostUser'>
  /** Hears what `free` was spared. */
  readonly onFailure: (error: unknown) => void
}) {
  const { database, store, onFailure } = options
  let running: Promise<void> | undefined
  let isStopped = false

  const free = async (visitorId: string) => {
    const left = await database
      .updateTable('user')
      .set({ updatedAt: toText(Date.now()) })
      .where('id', '=', visitorId)
      .where(isGone(Date.now()))
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
    /** Erases a visitor's data, if nobody can be that visitor any more. Never rejects: `run` repeats a failed one. */
    free: (visitorId: string) => free(visitorId).catch(onFailure),
    /** Removes the sessions that have expired, and the visitors without one. One at a time: a second call joins the first. */
    run: () => {
      running ??= sweep().finally(() => {
        running = undefined
      })
      return running
    },
    /** Lets a run end after the page of rows it is at. */
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

/** Whether a row of `user` is an anonymous visitor without a session since then. */
function isGone(at: number) {
  return sql<boolean>`user.isAnonymous = 1 and not exists (
    select 1 from session where session.userId = user.id and session.expiresAt > ${toText(at)})`
}

/** The visitors who are gone, in the order of their id, and whether link keeps anything of them (0 or 1). */
async function readPage(database: Kysely<Tables>, after: string, before: number) {
  const has = (table: keyof LinkTables) => sql`exists (select 1 from ${sql.table(table)} where host_user_id = user.id)`
  const { rows } = await sql<{ id: string; holds: number }>`
    select id, ${has('linked_wallets')} or ${has('link_challenges')} or ${has('link_events')} as holds
    from user
    where id > ${after} and updatedAt <= ${toText(before)} and ${isGone(before)}
    order by id
    limit ${pageRows}
  `.execute(database)
  return rows
}
