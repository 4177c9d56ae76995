import { setImmediate } from 'node:timers/promises'
import type { LinkStore, LinkTables } from '@hawser/link'
import { type Kysely, sql } from 'kysely'
import type { HostTables } from '../hostData.ts'

type Tables = HostTables & LinkTables

export type VisitorSweep = ReturnType<typeof createVisitorSweep>

/** Milliseconds for which a request of an ended session can still write. The visitor is erased again afterwards. */
const underWayMs = 60_000
const pageRows = 500

/** Erases visitors who can never come back, so that the same person can link their wallets again later. */
export function createVisitorSweep(options: {
  readonly database: Kysely<Tables>
  readonly store: Pick<LinkStore, 'eraseHostUser'>
  /** Receives the errors that `free` does not reject with. */
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
      // Most visitors never linked anything, and each erase is a separate transaction.
      for (const { id, holds } of rows) if (holds !== 0) await store.eraseHostUser(id)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) {
        await database.deleteFrom('session').where('userId', 'in', ids).execute()
        await database.deleteFrom('user').where('id', 'in', ids).execute()
      }
      after = ids.length < pageRows ? undefined : ids.at(-1)
      // SQLite answers without a turn of the event loop, so requests would wait for the whole run.
      await setImmediate()
    }
    await database.deleteFrom('session').where('expiresAt', '<=', toText(before)).execute()
  }

  return {
    /** Erases a visitor's data if the visitor cannot come back. Never rejects: `run` repeats a failed erase. */
    free: (visitorId: string) => free(visitorId).catch(onFailure),
    /** Removes expired sessions, and visitors without a session. A second call joins the run in progress. */
    run: () => {
      running ??= sweep().finally(() => {
        running = undefined
      })
      return running
    },
    /** Ends a run after its current page of rows. */
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

/** Whether a row of `user` is an anonymous visitor without a session that is live after `at`. */
function isGone(at: number) {
  return sql<boolean>`user.isAnonymous = 1 and not exists (
    select 1 from session where session.userId = user.id and session.expiresAt > ${toText(at)})`
}

/** Reads a page of the visitors who are gone, sorted by id. `holds` is 1 if link keeps data of the visitor, else 0. */
async function readPage(database: Kysely<Tables>, after: string, before: number) {
  const has = (table: keyof LinkTables) => sql`exists (select 1 from ${sql.table(table)} where host_user_id = user.id)`
  const { rows } = await sql<{ id: string; holds: number }>`
    select id, ${has('linked_wallets')} or ${has('link_challenges')} or ${has('link_events')}
      or ${has('link_handoffs')} as holds
    from user
    where id > ${after} and updatedAt <= ${toText(before)} and ${isGone(before)}
    order by id
    limit ${pageRows}
  `.execute(database)
  return rows
}
