import { type Kysely, type QueryCreator, sql, type Transaction } from 'kysely'
import type { LinkEvent } from '../../records/linkEvent.ts'
import type { LinkedWalletRow, ProvenWallet, PutWallet } from '../../records/linkedWalletRow.ts'
import { isPostgres } from '../schema/isPostgres.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { bareAddressOf, isReplacedBy, lockAddressOwners, releaseRows, selectOthers } from './addressOwners.ts'
import { bindOnce, compileOnce, runQuery } from './compileOnce.ts'
import { deleteTooOld, nextNumber, putEvent } from './events.ts'
import { lockHostUsersAndAddress, type RunLocked } from './locks.ts'
import { formatWallet, readWallet, type WalletRow, walletColumns } from './walletRow.ts'

/** Writes a proven wallet, or refreshes its row. Undefined if another host user holds the address by a link that stays. */
export async function putWallet(
  database: Kysely<LinkTables>,
  wallet: ProvenWallet,
  inTurn: RunLocked,
): Promise<PutWallet | undefined> {
  const row = formatRow(wallet)
  const turns = { hostUserIds: [row.host_user_id], address: row.bare_address }
  // Usually no other host user holds the address.
  const free = isPostgres(database)
    ? readWritten(row, await inTurn(database, turns, upsertWithEvent(database, row)))
    : await lockHostUsersAndAddress(database, turns, (transaction) => putWhereFree(transaction, row))
  if (free !== undefined) return { wallet: free, released: [] }
  return lockAddressOwners(database, wallet, (transaction, others) => putAmongOwners(transaction, others, wallet))
}

/** Writes a wallet as `putWallet` does, within a turn of the host user, the address and its current holders, `others`. */
export async function putAmongOwners(
  transaction: Transaction<LinkTables>,
  others: readonly WalletRow[],
  wallet: ProvenWallet & { readonly via?: LinkEvent['via'] },
): Promise<PutWallet | undefined> {
  if (!others.every(isReplacedBy(wallet))) return undefined
  const row = formatRow(wallet)
  const released = await releaseRows(transaction, others, row.linked_at)
  const put = await putWhereFree(transaction, row)
  return put && { wallet: put, released }
}

type NewRow = ReturnType<typeof formatRow>

function formatRow({ via, ...wallet }: ProvenWallet & { readonly via?: LinkEvent['via'] }) {
  return { ...formatWallet(wallet, bareAddressOf(wallet.address)), via: via ?? null }
}

async function putWhereFree(transaction: Transaction<LinkTables>, row: NewRow): Promise<LinkedWalletRow | undefined> {
  if (isPostgres(transaction)) return readWritten(row, await runQuery(transaction, upsertWithEvent(transaction, row)))
  const written = await upsertWhereFree(transaction, row)
  const wallet = readWritten(row, written)
  const type = wallet?.id === row.id ? 'linked' : 'refreshed'
  const via = row.via === null ? {} : { via: row.via }
  if (wallet !== undefined) await putEvent(transaction, { type, at: row.linked_at, ...via }, row)
  return wallet
}

/** Completes the given row with the fields that a refreshed row keeps. */
function readWritten(
  row: NewRow,
  [kept]: readonly Pick<WalletRow, (typeof keptColumns)[number]>[],
): LinkedWalletRow | undefined {
  return kept && readWallet({ ...row, ...kept })
}

const keptColumns = ['id', 'label', 'is_primary', 'last_used_at'] as const

const upsertWhereFree = compileOnce((database, row: NewRow) => upsert(database, row).returning(keptColumns))

/** A single statement, because on PostgreSQL each statement is a round trip. A SQLite statement changes one table only. */
const upsertWithEvent = bindOnce((database, row: NewRow) => {
  const { id, host_user_id: hostUserId, linked_at: at, account_id: accountId, wallet_name: walletName, via } = row
  return database
    .with('written', (query) => upsert(query, row).returning(keptColumns))
    .with('event', (query) =>
      query
        .insertInto('link_events')
        .columns(['host_user_id', 'number', 'type', 'at', 'account_id', 'wallet_name', 'via'])
        .expression(
          query
            .selectFrom('written')
            .select([
              sql<string>`${hostUserId}`.as('host_user_id'),
              nextNumber(hostUserId).as('number'),
              sql<string>`case when id = ${id} then 'linked' else 'refreshed' end`.as('type'),
              sql<number>`${at}`.as('at'),
              sql<string>`${accountId}`.as('account_id'),
              sql<string | null>`${walletName}`.as('wallet_name'),
              sql<string | null>`${via}`.as('via'),
            ]),
        )
        .returning('number'),
    )
    .with('dropped', (query) => deleteTooOld(query, hostUserId, query.selectFrom('event').select('number')))
    .selectFrom('written')
    .select(keptColumns)
})

function upsert(database: QueryCreator<LinkTables>, row: NewRow) {
  const { host_user_id: hostUserId, namespace, address, bare_address: bareAddress } = row
  const isPrimary = sql<number>`case when exists (select 1 from linked_wallets where host_user_id = ${hostUserId}) then 0 else 1 end`
  const others = selectOthers(database, { namespace, bareAddress, hostUserId, address })
  return database
    .insertInto('linked_wallets')
    .columns(walletColumns)
    .expression(
      database
        .selectNoFrom(
          walletColumns.map((column) => (column === 'is_primary' ? isPrimary : sql`${row[column]}`).as(column)),
        )
        .where(({ not, exists }) => not(exists(others))),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['namespace', 'address'])
        // The unique index decides: the update applies only to the owner's own row, and otherwise returns no row.
        .doUpdateSet(({ ref }) => ({
          account_id: ref('excluded.account_id'),
          wallet_name: ref('excluded.wallet_name'),
          linked_at: ref('excluded.linked_at'),
          proof_method: ref('excluded.proof_method'),
          proof_chain_id: ref('excluded.proof_chain_id'),
          proof_block: ref('excluded.proof_block'),
          proof_hash: ref('excluded.proof_hash'),
          proof_signature: ref('excluded.proof_signature'),
          challenge_id: ref('excluded.challenge_id'),
          status: ref('excluded.status'),
          receipt: ref('excluded.receipt'),
        }))
        .where('linked_wallets.host_user_id', '=', hostUserId)
        .where('linked_wallets.namespace', '=', namespace),
    )
}
