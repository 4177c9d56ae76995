import { type Kysely, sql } from 'kysely'
import type { LinkedWalletRow, ProvenWallet } from '../linkStore.ts'
import { putEvent } from './events.ts'
import { bareAddressOf, withHolders } from './holders.ts'
import { removeRow } from './removeWallet.ts'
import type { LinkTables } from './schema.ts'
import { formatWallet, readWallet } from './walletRow.ts'

/** Writes a wallet that was proven, or refreshes its row. Undefined where another host user holds it by a link that counts. */
export function putWallet(database: Kysely<LinkTables>, wallet: ProvenWallet): Promise<LinkedWalletRow | undefined> {
  const { hostUserId, namespace, linkedAt } = wallet
  return withHolders(database, wallet, async (transaction, others) => {
    if (others.some(({ status }) => status === 'active')) return undefined
    // A link that no longer counts keeps nobody out who can prove what it could not.
    for (const row of others) await removeRow(transaction, row, linkedAt)
    const row = formatWallet(wallet, bareAddressOf(wallet.address))
    const isPrimary = sql<number>`case when exists (select 1 from linked_wallets where host_user_id = ${hostUserId}) then 0 else 1 end`
    // The unique index has the last word: the update applies to the owner's own row only, and returns nothing else.
    const written = await transaction
      .insertInto('linked_wallets')
      .values({ ...row, is_primary: isPrimary })
      .onConflict((conflict) =>
        conflict
          .columns(['namespace', 'address'])
          .doUpdateSet({
            account_id: row.account_id,
            wallet_name: row.wallet_name,
            linked_at: linkedAt,
            proof_method: row.proof_method,
            proof_chain_id: row.proof_chain_id,
            proof_block: row.proof_block,
            proof_hash: row.proof_hash,
            proof_signature: row.proof_signature,
            challenge_id: row.challenge_id,
            status: row.status,
            receipt: row.receipt,
          })
          .where('linked_wallets.host_user_id', '=', hostUserId)
          .where('linked_wallets.namespace', '=', namespace),
      )
      .returningAll()
      .executeTakeFirst()
    if (written === undefined) return undefined
    await putEvent(transaction, { type: written.id === wallet.id ? 'linked' : 'refreshed', at: linkedAt }, written)
    return readWallet(written)
  })
}
