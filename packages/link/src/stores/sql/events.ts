import { isAccountId } from '@hawser/wire'
import { type Expression, type Kysely, type QueryCreator, type Selectable, sql, type Transaction } from 'kysely'
import { LinkFailedError } from '../../errors.ts'
import type { LinkEvent } from '../../records/linkEvent.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { compileOnce } from './compileOnce.ts'

/** How many events of a host user are kept: the latest ones. Endless renaming of a wallet cannot fill the store. */
export const eventsPerHostUser = 1_000

/** Writes an event of a wallet, and drops events beyond the limit. */
export async function putEvent(
  transaction: Transaction<LinkTables>,
  event: Pick<LinkEvent, 'type' | 'at' | 'via'>,
  wallet: Pick<Selectable<LinkTables['linked_wallets']>, 'host_user_id' | 'account_id' | 'wallet_name'>,
): Promise<void> {
  const { host_user_id, account_id, wallet_name } = wallet
  const { type, at, via = null } = event
  const [written] = await insertEvent(transaction, { host_user_id, type, at, account_id, wallet_name, via })
  if (written !== undefined && written.number > eventsPerHostUser)
    await deleteTooOld(transaction, host_user_id, written.number).execute()
}

/** Deletes the events beyond the limit, counted back from the event of this number. */
export function deleteTooOld(
  database: QueryCreator<LinkTables>,
  hostUserId: string,
  number: number | Expression<unknown>,
) {
  return database
    .deleteFrom('link_events')
    .where('host_user_id', '=', hostUserId)
    .where('number', '<=', sql<number>`${number} - ${sql.lit(eventsPerHostUser)}`)
}

/**
 * The number of a host user's next event. Use it within `lockHostUser` or `lockHostUsersAndAddress`, so that no two events get the same
 * number.
 */
export function nextNumber(hostUserId: string) {
  return sql<number>`(select coalesce(max(number), 0) + 1 from link_events where host_user_id = ${hostUserId})`
}

const insertEvent = compileOnce(
  (database, { host_user_id, type, at, account_id, wallet_name, via }: Omit<LinkTables['link_events'], 'number'>) => {
    const values = { host_user_id, number: nextNumber(host_user_id), type, at, account_id, wallet_name, via }
    return database.insertInto('link_events').values(values).returning('number')
  },
)

// The column is an `integer`: PostgreSQL refuses a comparison with a greater number.
const latestNumber = 2 ** 31 - 1

/** Returns a host user's events before this number, the latest first. */
export async function history(
  database: Kysely<LinkTables>,
  hostUserId: string,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly LinkEvent[]> {
  const rows = await database
    .selectFrom('link_events')
    .selectAll()
    .where('host_user_id', '=', hostUserId)
    .where('number', '<', Math.min(page.before ?? latestNumber, latestNumber))
    .orderBy('number', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(readEvent)
}

export function readEvent(row: Selectable<LinkTables['link_events']>): LinkEvent {
  const { number, account_id: accountId } = row
  const type = eventTypes.find((known) => known === row.type)
  if (type === undefined || !isAccountId(accountId))
    throw new LinkFailedError('The link store holds a malformed event.')
  const via = row.via === 'handoff' ? ({ via: 'handoff' } as const) : {}
  return { number, type, at: Number(row.at), accountId, walletName: row.wallet_name ?? undefined, ...via }
}

const eventTypes = [
  'linked',
  'refreshed',
  'renamed',
  'made-primary',
  'unlinked',
  'released',
  'became-stale',
  'must-re-prove',
  'signed-in',
] as const satisfies readonly LinkEvent['type'][]
