import { type CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { isPostgres } from '../schema/isPostgres.ts'
import { type LinkTables, lockCount } from '../schema/linkTables.ts'
import { bindOnce, compileOnce, runQuery } from './compileOnce.ts'

/** Half of the rows lock host users, the other half addresses. */
const stripes = lockCount / 2

/**
 * Runs a transaction in which nothing else, in any process, changes this host user. The first statement locks a row that every
 * other change must lock too. READ COMMITTED lets later statements see what was committed while the transaction waited.
 */
export function lockHostUser<T>(
  database: Kysely<LinkTables>,
  hostUserId: string,
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return locked(database, locksOf({ hostUserIds: [hostUserId] }), run)
}

/** Runs a transaction in which nothing else changes these host users, or who owns this address. */
export function lockHostUsersAndAddress<T>(
  database: Kysely<LinkTables>,
  turns: LockScope & { readonly address: string },
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return locked(database, locksOf(turns), run)
}

/** The host users, and optionally the address, that a transaction needs to lock. */
export type LockScope = { readonly hostUserIds: readonly string[]; readonly address?: string }

/**
 * Runs one statement in its own transaction. Meanwhile nothing else changes what it reads about the locked host users and
 * address.
 */
export type RunLocked = <R>(
  database: Kysely<LinkTables>,
  turns: LockScope,
  query: CompiledQuery<R>,
) => Promise<readonly R[]>

/** SQLite needs no locks here, because one statement has the whole database to itself while it writes. */
export const runLockedOnSqlite: RunLocked = (database, _, query) => runQuery(database, query)

/**
 * Creates an `RunLocked` that locks first. `runBoth` runs two statements in one transaction at READ COMMITTED: the second sees
 * what was committed while the first waited for its locks.
 */
export function createRunLocked(
  runBoth: <R>(first: CompiledQuery, second: CompiledQuery<R>) => Promise<readonly R[]>,
): RunLocked {
  return (database, turns, query) => runBoth(lockRows(database, locksOf(turns)), query)
}

/** Runs a transaction that first takes its locks. All transactions lock in the same order, so that they cannot deadlock. */
function locked<T>(
  database: Kysely<LinkTables>,
  locks: readonly number[],
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await (isPostgres(database) ? runQuery(transaction, lockRows(transaction, locks)) : lockAll(transaction, {}))
      return await run(transaction)
    })
}

/**
 * Locks rows on PostgreSQL in id order, without writing any. PostgreSQL refuses (25001) to change the isolation of a
 * transaction that has begun. At another isolation level, a transaction would wait for its locks and then not see what was done
 * meanwhile.
 */
function lockRows(database: Kysely<LinkTables>, [first = 0, second = first, ...more]: readonly number[]) {
  return more.length === 0
    ? lockTwo(database, { first, second })
    : lockAny(database, { ids: `{${[first, second, ...more].join(',')}}` })
}

/** Usually there are one or two locks, and for those PostgreSQL keeps its plan. With an array it plans again each time. */
const lockTwo = bindOnce((database, { first, second }: Readonly<Record<'first' | 'second', number>>) =>
  selectLocks(database, sql<boolean>`id in (${first}, ${second})`),
)

const lockAny = bindOnce((database, { ids }: { readonly ids: string }) =>
  selectLocks(database, sql<boolean>`id = any(${ids}::integer[])`),
)

function selectLocks(database: Kysely<LinkTables>, which: RawBuilder<boolean>) {
  return database
    .selectFrom('link_locks')
    .select(sql`set_config('transaction_isolation', 'read committed', true)`.as('isolation'))
    .where(which)
    .orderBy('id')
    .forUpdate()
}

function locksOf({ hostUserIds, address }: LockScope): readonly number[] {
  return [...hostUserIds.map(stripeOf), ...(address === undefined ? [] : [stripes + stripeOf(address)])]
}

/** SQLite has a single lock for the database. An update takes it even if no row matches. */
const lockAll = compileOnce((database) =>
  database.updateTable('link_locks').set({ turns: 0 }).where(sql<boolean>`false`),
)

/** FNV-1a. If an attacker steers texts into one stripe, their transactions only wait for each other. */
function stripeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return ((hash >>> 16) ^ hash) & (stripes - 1)
}
