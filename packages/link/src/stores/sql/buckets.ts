import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { LinkStore } from '../../records/linkStore.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { compileOnce } from './compileOnce.ts'
import { lightCommit } from './lightCommit.ts'

/**
 * Takes one token out of a bucket. The only stored number is the time when the bucket will be full again. Each token moves that
 * time on by `perMs`, and all tokens together limit how far ahead it can be. This is one statement, so that any number of
 * processes can share the bucket.
 */
export async function takeTokens(
  database: Kysely<LinkTables>,
  request: TokenRequest,
): ReturnType<LinkStore['takeTokens']> {
  const move = toBucketUpdate(request)
  const [taken] = await moveAlone(database, move)
  return taken === undefined
    ? { allowed: false, retryAfterMs: await retryAfterMsOf(database, move) }
    : { allowed: true, retryAfterMs: 0 }
}

export type TokenRequest = Parameters<LinkStore['takeTokens']>[0]

/**
 * The new time of a bucket after one token (`next`), unless its time is later than `latest`. A time later than `wrong` comes
 * from a clock that was ahead.
 */
export type BucketUpdate = Readonly<Record<'now' | 'perMs' | 'next' | 'latest' | 'wrong', number>> & {
  readonly key: string
}

export function toBucketUpdate({ key, burst, now, ...rate }: TokenRequest): BucketUpdate {
  // The column stores whole milliseconds. Rounding up slows the rate, which is the safe side.
  const perMs = Math.ceil(rate.perMs)
  const fillMs = burst * perMs
  // The clocks of two nodes may differ by one fill. A smaller tolerance would give a client of both more tokens.
  return { key, now, perMs, next: now + perMs, latest: now + fillMs - perMs, wrong: now + 2 * fillMs }
}

/** Returns the milliseconds until the next token of an empty bucket. */
export async function retryAfterMsOf(
  database: Kysely<LinkTables>,
  { key, next, latest }: BucketUpdate,
): Promise<number> {
  const bucket = await database.selectFrom('link_buckets').select('full_at').where('key', '=', key).executeTakeFirst()
  return Math.max(1, Number(bucket?.full_at ?? next) - latest)
}

// Rows per purge: a few pages, read in a fraction of a millisecond. Ten purges a second cover more than one process can add.
const lookedAtInOneGo = 200

/**
 * Drops buckets that were full before a time (epoch milliseconds). Each call looks at the next ones in key order. So no call
 * takes long, however many buckets there are, and a token needs no index write.
 */
export function createBucketPurge(): (database: Kysely<LinkTables>, fullBefore: number) => Promise<void> {
  let after: string | undefined
  return async (database, fullBefore) => {
    // Starts at an arbitrary key. Otherwise short-lived processes would all look at the same first buckets.
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

/**
 * Returns a row if the bucket had a token, and none otherwise. A bucket with a wrong time counts as one with its last token:
 * its client must not wait for the wrong time, and gets no new burst.
 */
export function advanceBucket(
  database: QueryCreator<LinkTables>,
  { key, now, perMs, next, latest, wrong }: BucketUpdate,
) {
  return database
    .insertInto('link_buckets')
    .values({ key, full_at: next })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          full_at: sql<number>`case when link_buckets.full_at > ${wrong} then ${latest}
            when link_buckets.full_at > ${now} then link_buckets.full_at else ${now} end + ${perMs}`,
        })
        .where(({ or, eb }) => or([eb('link_buckets.full_at', '<=', latest), eb('link_buckets.full_at', '>', wrong)])),
    )
}

const moveAlone = compileOnce((database, move: BucketUpdate) =>
  advanceBucket(database, move).returning(['full_at', ...lightCommit(database)]),
)
