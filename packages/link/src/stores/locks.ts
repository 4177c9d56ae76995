import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { compileOnce } from './compileOnce.ts'
import { isPostgres } from './isPostgres.ts'
import type { LinkTables } from './schema.ts'

// Of a fixed number, so that no row is left behind that would tell of a host user or an address.
const stripes = 256

/** How many rows `link_locks` has: the first half for host users, the other for addresses. */
export const lockCount = 2 * stripes

/**
 * One transaction in which nothing else changes this host user, also from other processes: the first statement locks a row
 * that the others would have to lock too. READ COMMITTED, so that what follows sees what was committed while it waited.
 */
export function asHostUser<T>(
  database: Kysely<LinkTables>,
  hostUserId: string,
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return locked(database, [stripeOf(hostUserId)], run)
}

/** The same of several host users, and nothing else changes who holds this address. */
export function asHolders<T>(
  database: Kysely<LinkTables>,
  { hostUserIds, address }: { readonly hostUserIds: readonly string[]; readonly address: string },
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return locked(database, [...hostUserIds.map(stripeOf), stripes + stripeOf(address)], run)
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
      await (isPostgres(database) ? lockRows(transaction, locks) : lockAll(transaction, {}))
      return await run(transaction)
    })
}

/** PostgreSQL locks rows in the order it was asked for, and writes none. */
async function lockRows(transaction: Transaction<LinkTables>, locks: readonly number[]): Promise<void> {
  // Numbers of ours in the text, and no values: then it is sent with the `begin` (`postgres.ts`).
  const text = `select id from link_locks where id in (${locks.join(', ')}) order by id for update`
  await transaction.executeQuery(CompiledQuery.raw(text))
}

/** SQLite has one lock for all, which whatever is about to write waits for, though it finds nothing to write. */
const lockAll = compileOnce((database) =>
  database.updateTable('link_locks').set({ turns: 0 }).where(sql<boolean>`false`),
)

/** FNV-1a. Who steers texts into one stripe makes them wait for each other, no more. */
function stripeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return ((hash >>> 16) ^ hash) & (stripes - 1)
}
