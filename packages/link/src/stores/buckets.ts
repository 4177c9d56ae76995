import { type Kysely, sql } from 'kysely'
import type { LinkStore } from '../linkStore.ts'
import { compileOnce } from './compileOnce.ts'
import { lightCommit } from './lightCommit.ts'
import type { LinkTables } from './schema.ts'

/**
 * One token out of a bucket. Kept is one number, when the bucket will be full again: each token moves it on by `perMs`, and
 * it may not be further off than all tokens take. One statement, so that any number of processes share the bucket.
 */
export async function takeTokens(
  database: Kysely<LinkTables>,
  { key, burst, now, ...rate }: Parameters<LinkStore['takeTokens']>[0],
): ReturnType<LinkStore['takeTokens']> {
  // The column holds whole milliseconds; the slower side is the safe one.
  const perMs = Math.ceil(rate.perMs)
  const latest = now + (burst - 1) * perMs
  const [taken] = await moveOn(database, { key, now, perMs, next: now + perMs, latest })
  if (taken !== undefined) return { allowed: true, retryAfterMs: 0 }
  const bucket = await database.selectFrom('link_buckets').select('full_at').where('key', '=', key).executeTakeFirst()
  return { allowed: false, retryAfterMs: Math.max(1, Number(bucket?.full_at ?? now + perMs) - latest) }
}

const moveOn = compileOnce(
  (
    database,
    { key, now, perMs, next, latest }: Readonly<Record<'now' | 'perMs' | 'next' | 'latest', number>> & { key: string },
  ) =>
    database
      .insertInto('link_buckets')
      .values({ key, full_at: next })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            full_at: sql<number>`case when link_buckets.full_at > ${now} then link_buckets.full_at else ${now} end + ${perMs}`,
          })
          .where('link_buckets.full_at', '<=', latest),
      )
      .returning(['full_at', ...lightCommit(database)]),
)
