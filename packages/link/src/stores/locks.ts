import type { Kysely, Transaction } from 'kysely'
import { compileOnce } from './compileOnce.ts'
import type { LinkTables } from './schema.ts'

// Of a fixed number, so that no row is left behind that would tell of a host user or an address.
const stripes = 256

/** How many rows `link_locks` has: the first half for host users, the other for addresses. */
export const lockCount = 2 * stripes

/**
 * One transaction in which nothing else changes this host user, also from other processes: the first statement writes a row
 * that the others would have to write too. READ COMMITTED, so that what follows sees what was committed while it waited.
 */
export function asHostUser<T>(
  database: Kysely<LinkTables>,
  hostUserId: string,
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  return asHostUsers(database, [hostUserId], run)
}

/** The same of several host users: their turns are taken in one order, so that none waits in a ring. */
export function asHostUsers<T>(
  database: Kysely<LinkTables>,
  hostUserIds: readonly string[],
  run: (transaction: Transaction<LinkTables>) => Promise<T>,
): Promise<T> {
  const turns = [...new Set(hostUserIds.map(stripeOf))].sort((one, other) => one - other)
  return database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      for (const turn of turns) await lock(transaction, turn)
      return await run(transaction)
    })
}

/** Within such a transaction: nothing else changes who holds this address. After the host user, always, so that none waits in a ring. */
export async function lockAddress(transaction: Transaction<LinkTables>, address: string): Promise<void> {
  await lock(transaction, stripes + stripeOf(address))
}

async function lock(transaction: Transaction<LinkTables>, id: number): Promise<void> {
  await takeTurn(transaction, { id })
}

const takeTurn = compileOnce((database, { id }: { readonly id: number }) =>
  database
    .updateTable('link_locks')
    .set((row) => ({ turns: row('turns', '+', 1) }))
    .where('id', '=', id),
)

/** FNV-1a. Who steers texts into one stripe makes them wait for each other, no more. */
function stripeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return ((hash >>> 16) ^ hash) & (stripes - 1)
}
