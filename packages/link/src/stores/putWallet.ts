import { type Kysely, sql } from 'kysely'
import type { LinkedWalletRow, ProvenWallet } from '../linkStore.ts'
import { compileOnce } from './compileOnce.ts'
import { putEvent } from './events.ts'
import { bareAddressOf, withHolders } from './holders.ts'
import { removeRow } from './removeWallet.ts'
import type { LinkTables } from './schema.ts'
import { formatWallet, readWallet, type WalletRow, walletColumns } from './walletRow.ts'

/** Writes a wallet that was proven, or refreshes its row. Undefined where another host user holds it by a link that counts. */
export function putWallet(database: Kysely<LinkTables>, wallet: ProvenWallet): Promise<LinkedWalletRow | undefined> {
  const { linkedAt } = wallet
  return withHolders(database, wallet, async (transaction, others) => {
    if (others.some(({ status }) => status === 'active')) return undefined
    // A link that no longer counts keeps nobody out who can prove what it could not.
    for (const row of others) await removeRow(transaction, row, linkedAt)
    const row = formatWallet(wallet, bareAddressOf(wallet.address))
    // The unique index has the last word: the update applies to the owner's own row only, and returns nothing else.
    const [written] = await upsert(transaction, row)
    if (written === undefined) return undefined
    await putEvent(transaction, { type: written.id === wallet.id ? 'linked' : 'refreshed', at: linkedAt }, written)
    return readWallet(written)
  })
}

const upsert = compileOnce((database, values: Omit<WalletRow, 'is_primary'>) => {
  const isPrimary = sql<number>`case when exists (select 1 from linked_wallets where host_user_id = ${values.host_user_id}) then 0 else 1 end`
  const refreshed = {
    account_id: values.account_id,
    wallet_name: values.wallet_name,
    linked_at: values.linked_at,
    proof_method: values.proof_method,
    proof_chain_id: values.proof_chain_id,
    proof_block: values.proof_block,
    proof_hash: values.proof_hash,
    proof_signature: values.proof_signature,
    challenge_id: values.challenge_id,
    status: values.status,
    receipt: values.receipt,
  }
  const { id, host_user_id, namespace, address, bare_address, label, last_used_at } = values
  return database
    .insertInto('linked_wallets')
    .values({
      id,
      host_user_id,
      namespace,
      address,
      bare_address,
      label,
      last_used_at,
      ...refreshed,
      is_primary: isPrimary,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['namespace', 'address'])
        .doUpdateSet(refreshed)
        .where('linked_wallets.host_user_id', '=', host_user_id)
        .where('linked_wallets.namespace', '=', namespace),
    )
    .returning(walletColumns)
})
