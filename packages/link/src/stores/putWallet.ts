import { type Kysely, sql, type Transaction } from 'kysely'
import type { LinkedWalletRow, ProvenWallet } from '../linkStore.ts'
import { compileOnce } from './compileOnce.ts'
import { putEvent } from './events.ts'
import { bareAddressOf, selectOthers, withHolders } from './holders.ts'
import { asHolders } from './locks.ts'
import { removeRow } from './removeWallet.ts'
import type { LinkTables } from './schema.ts'
import { formatWallet, readWallet, walletColumns } from './walletRow.ts'

/** Writes a wallet that was proven, or refreshes its row. Undefined where another host user holds it by a link that counts. */
export async function putWallet(
  database: Kysely<LinkTables>,
  wallet: ProvenWallet,
): Promise<LinkedWalletRow | undefined> {
  const row = formatWallet(wallet, bareAddressOf(wallet.address))
  const turns = { hostUserIds: [row.host_user_id], address: row.bare_address }
  // Mostly nobody else holds it.
  const free = await asHolders(database, turns, (transaction) => putWhereFree(transaction, row))
  if (free !== undefined) return free
  return withHolders(database, wallet, async (transaction, others) => {
    if (others.some(({ status }) => status === 'active')) return undefined
    // A link that no longer counts keeps nobody out who can prove what it could not.
    for (const other of others) await removeRow(transaction, other, row.linked_at)
    return await putWhereFree(transaction, row)
  })
}

type NewRow = ReturnType<typeof formatWallet>

async function putWhereFree(transaction: Transaction<LinkTables>, row: NewRow): Promise<LinkedWalletRow | undefined> {
  const [found] = await upsertWhereFree(transaction, row)
  if (found === undefined) return undefined
  // What a refreshed row keeps comes back; all else of it is what was given.
  const written = { ...row, ...found }
  await putEvent(transaction, { type: written.id === row.id ? 'linked' : 'refreshed', at: row.linked_at }, written)
  return readWallet(written)
}

const upsertWhereFree = compileOnce((database, row: NewRow) => {
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
        // The unique index has the last word: the update applies to the owner's own row only, and returns nothing else.
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
    .returning(['id', 'label', 'is_primary', 'last_used_at'])
})
