import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { compileOnce } from './compileOnce.ts'
import { lightCommit } from './lightCommit.ts'

/**
 * One token out of a bucket. Kept is one number, when the bucket will be full again: each token moves it on by `perMs`, and
 * it may not be further off than all tokens take. One statement, so that any number of processes share the bucket.
 */
export async function takeTokens(
  database: Kysely<LinkTables>,
  request: TokenRequest,
): ReturnType<LinkStore['takeTokens']> {
  const move = moveOf(request)
  const [taken] = await moveAlone(database, move)
  return taken === undefined
    ? { allowed: false, retryAfterMs: await retryAfterMsOf(database, move) }
    : { allowed: true, retryAfterMs: 0 }
}

export type TokenRequest = Parameters<LinkStore['takeTokens']>[0]

/** Where a bucket is to move on to by one token, unless it is further off than `latest`. */
export type BucketMove = Readonly<Record<'now' | 'perMs' | 'next' | 'latest', number>> & { readonly key: string }

export function moveOf({ key, burst, now, ...rate }: TokenRequest): BucketMove {
  // The column holds whole milliseconds; the slower side is the safe one.
  const perMs = Math.ceil(rate.perMs)
  return { key, now, perMs, next: now + perMs, latest: now + (burst - 1) * perMs }
}

/** How long to wait for the next token of a bucket that did not move. */
export async function retryAfterMsOf(database: Kysely<LinkTables>, { key, next, latest }: BucketMove): Promise<number> {
  const bucket = await database.selectFrom('link_buckets').select('full_at').where('key', '=', key).executeTakeFirst()
  return Math.max(1, Number(bucket?.full_at ?? next) - latest)
}

// A few pages of the table, read in a fraction of a millisecond. Ten times a second that is more than a process can count.
const lookedAtInOneGo = 200

/**
 * Drops buckets that were full before a time (epoch milliseconds). Each call looks at the next ones in the order of their keys. So
 * no call takes long, however many buckets there are, and no index is written with each token.
 */
export function createBucketPurge(): (database: Kysely<LinkTables>, fullBefore: number) => Promise<void> {
  let after: string | undefined
  return async (database, fullBefore) => {
    // Anywhere, or processes that do not live long would all look at the same first ones.
    after ??= bytesToHex(sha256(utf8ToBytes(`${fullBefore}`))).slice(0, 32)
    const [last] = await lastOfNext(database, { after })
    if (last === undefined) await dropFullToTheEnd(database, { after, fullBefore })
    else await dropFull(database, { after, last: last.key, fullBefore })
    after = last?.key ?? ''
  }
}

const lastOfNext = compileOnce((database, { after }: { readonly after: string }) =>
  database
    .selectFrom('link_buckets')
    .select('key')
    .where('key', '>', after)
    .orderBy('key')
    .limit(1)
    .offset(lookedAtInOneGo - 1),
)

const dropFullToTheEnd = compileOnce(
  (database, { after, fullBefore }: { readonly after: string; readonly fullBefore: number }) =>
    database.deleteFrom('link_buckets').where('key', '>', after).where('full_at', '<', fullBefore),
)

const dropFull = compileOnce(
  (database, { after, last, fullBefore }: Readonly<Record<'after' | 'last', string>> & { fullBefore: number }) =>
    database
      .deleteFrom('link_buckets')
      .where('key', '>', after)
      .where('key', '<=', last)
      .where('full_at', '<', fullBefore),
)

/** A row of the bucket where it moved on, and none where it holds no token. */
export function moveOn(database: QueryCreator<LinkTables>, { key, now, perMs, next, latest }: BucketMove) {
  return database
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
}

const moveAlone = compileOnce((database, move: BucketMove) =>
  moveOn(database, move).returning(['full_at', ...lightCommit(database)]),
)
