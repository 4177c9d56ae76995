import { type CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { isPostgres } from '../schema/isPostgres.ts'
import { type LinkTables, lockCount } from '../schema/linkTables.ts'
import { bindOnce, compileOnce, runQuery } from './compileOnce.ts'

/** The first half of the rows is for host users, the other for addresses. */
const stripes = lockCount / 2

/**
 * One transaction in which nothing else changes this host user, also from other processes: the first statement locks a row
 * that the others would have to lock too. READ COMMITTED, so that what follows sees what was committed while it waited.
 */
export function lockHostUser<T>(
  database: Kysely<LinkTables>,
  hostUserId: string,
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return locked(database, locksOf({ hostUserIds: [hostUserId] }), run)
}

/** The same for several host users at once. Nothing else changes who owns this address either. */
export function lockTurns<T>(
  database: Kysely<LinkTables>,
  turns: Turns & { readonly address: string },
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return locked(database, locksOf(turns), run)
}

/** Whose turn something needs: of these host users, and where it changes who holds an address, of that. */
export type Turns = { readonly hostUserIds: readonly string[]; readonly address?: string }

/** One statement in a transaction of its own in which nothing else changes what it reads of those whose turn it is. */
export type InTurn = <R>(database: Kysely<LinkTables>, turns: Turns, query: CompiledQuery<R>) => Promise<readonly R[]>

/** Where one statement has the whole database to itself while it writes, it needs no turn. */
export const inTurnOfSqlite: InTurn = (database, _, query) => runQuery(database, query)

/**
 * `runBoth` runs two statements in one transaction, at READ COMMITTED: the second sees what was committed while the first waited
 * for its turns.
 */
export function createInTurn(
  runBoth: <R>(first: CompiledQuery, second: CompiledQuery<R>) => Promise<readonly R[]>,
): InTurn {
  return (database, turns, query) => runBoth(lockRows(database, locksOf(turns)), query)
}

/** All take their locks in one order, so that none waits in a ring. */
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
 * PostgreSQL locks rows in the requested order, and writes none. It refuses (25001) to change the isolation of a transaction that has
 * begun. With another isolation, a turn would be waited for, and what was done meanwhile would not be seen.
 */
function lockRows(database: Kysely<LinkTables>, [first = 0, second = first, ...more]: readonly number[]) {
  return more.length === 0
    ? lockTwo(database, { first, second })
    : lockAny(database, { ids: `{${[first, second, ...more].join(',')}}` })
}

/** Mostly it is one or two, and for those PostgreSQL keeps its plan. With an array it plans again each time. */
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

function locksOf({ hostUserIds, address }: Turns): readonly number[] {
  return [...hostUserIds.map(stripeOf), ...(address === undefined ? [] : [stripes + stripeOf(address)])]
}

/** SQLite has one lock for all, which whatever is about to write waits for, though it finds nothing to write. */
const lockAll = compileOnce((database) =>
  database.updateTable('link_locks').set({ turns: 0 }).where(sql<boolean>`false`),
)

/** FNV-1a. Texts that an attacker steers into one stripe only wait for each other. */
function stripeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return ((hash >>> 16) ^ hash) & (stripes - 1)
}
