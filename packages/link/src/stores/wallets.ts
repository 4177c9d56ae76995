import type { Kysely, Transaction } from 'kysely'
import type { LinkEvent, LinkedWalletRow, LinkStore, ProvenWallet, WalletKey } from '../linkStore.ts'
import { putEvent } from './events.ts'
import { asHostUser, lockAddress } from './locks.ts'
import { reproveAll } from './reproveAll.ts'
import type { LinkTables } from './schema.ts'
import { formatWallet, readWallet, type WalletRow, walletRows } from './walletRow.ts'

type Change = Partial<Pick<WalletRow, 'label' | 'is_primary' | 'last_used_at' | 'status'>>

/** What `LinkStore` promises of linked wallets. */
export function walletsOf(
  database: Kysely<LinkTables>,
): Pick<
  LinkStore,
  | 'putLinkedWallet'
  | 'linkedWallets'
  | 'removeLinkedWallet'
  | 'renameLinkedWallet'
  | 'setPrimaryWallet'
  | 'useLinkedWallet'
  | 'setWalletStatus'
  | 'reproveAll'
> {
  return {
    putLinkedWallet: (wallet) =>
      asHostUser(database, wallet.hostUserId, (transaction) => putWallet(transaction, wallet)),
    linkedWallets: async (hostUserId) => (await walletRows(database, hostUserId).execute()).map(readWallet),
    removeLinkedWallet: (key) => asHostUser(database, key.hostUserId, (transaction) => removeWallet(transaction, key)),
    renameLinkedWallet: ({ label, at, ...key }) =>
      changeWallet(database, key, (row) =>
        row.label === (label ?? null)
          ? undefined
          : { change: { label: label ?? null }, event: { type: 'renamed', at } },
      ),
    setPrimaryWallet: ({ at, ...key }) =>
      changeWallet(database, key, (row) =>
        row.is_primary === 1 ? undefined : { change: { is_primary: 1 }, event: { type: 'made-primary', at } },
      ),
    useLinkedWallet: ({ at, ...key }) =>
      changeWallet(database, key, (row) =>
        Number(row.last_used_at ?? 0) >= at ? undefined : { change: { last_used_at: at }, event: undefined },
      ),
    setWalletStatus: ({ status, at, ...key }) =>
      changeWallet(database, key, (row) =>
        row.status === status ? undefined : { change: { status }, event: { type: statusEvents[status], at } },
      ),
    reproveAll: (request) => reproveAll(database, request),
  }
}

const statusEvents = { stale: 'became-stale', 're-prove': 'must-re-prove' } as const

async function putWallet(
  transaction: Transaction<LinkTables>,
  wallet: ProvenWallet,
): Promise<LinkedWalletRow | undefined> {
  const { hostUserId, namespace, linkedAt } = wallet
  const bareAddress = wallet.address.slice(wallet.address.lastIndexOf(':') + 1)
  await lockAddress(transaction, bareAddress)
  if (await isHeldByAnother(transaction, wallet, bareAddress)) return undefined
  const first = await walletRows(transaction, hostUserId).limit(1).executeTakeFirst()
  const row = formatWallet(wallet, bareAddress, first === undefined)
  // The unique index has the last word: the update applies to the owner's own row only, and returns nothing else.
  const written = await transaction
    .insertInto('linked_wallets')
    .values(row)
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
        })
        .where('linked_wallets.host_user_id', '=', hostUserId)
        .where('linked_wallets.namespace', '=', namespace),
    )
    .returningAll()
    .executeTakeFirst()
  if (written === undefined) return undefined
  await putEvent(transaction, { type: written.id === wallet.id ? 'linked' : 'refreshed', at: linkedAt }, written)
  return readWallet(written)
}

/**
 * A key holds its address on every chain, a contract on its own chain only. The unique index keeps one owner of each; that a
 * key and a contract of one address are not two host users' (EIP-7702 makes both of one account) is seen here.
 */
async function isHeldByAnother(
  transaction: Transaction<LinkTables>,
  { namespace, address, hostUserId }: ProvenWallet,
  bareAddress: string,
): Promise<boolean> {
  const others = transaction
    .selectFrom('linked_wallets')
    .select('id')
    .where('namespace', '=', namespace)
    .where('bare_address', '=', bareAddress)
    .where('host_user_id', '!=', hostUserId)
  const excluding = address === bareAddress ? others : others.where('address', 'in', [address, bareAddress])
  return (await excluding.limit(1).executeTakeFirst()) !== undefined
}

async function removeWallet(
  transaction: Transaction<LinkTables>,
  { id, hostUserId, at }: WalletKey & { readonly at: number },
): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('linked_wallets')
    .where('id', '=', id)
    .where('host_user_id', '=', hostUserId)
    .returningAll()
    .executeTakeFirst()
  if (removed === undefined) return false
  await putEvent(transaction, { type: 'unlinked', at }, removed)
  const oldest =
    removed.is_primary === 1 ? await walletRows(transaction, hostUserId).limit(1).executeTakeFirst() : undefined
  if (oldest !== undefined) {
    await updateWallet(transaction, oldest, { is_primary: 1 })
    await putEvent(transaction, { type: 'made-primary', at }, oldest)
  }
  return true
}

/** Changes a wallet by what is said of its row as it is now, undefined for nothing. */
function changeWallet(
  database: Kysely<LinkTables>,
  { id, hostUserId }: WalletKey,
  say: (
    row: WalletRow,
  ) =>
    | { readonly change: Change; readonly event: { readonly type: LinkEvent['type']; readonly at: number } | undefined }
    | undefined,
): Promise<LinkedWalletRow | undefined> {
  return asHostUser(database, hostUserId, async (transaction) => {
    const row = await walletRows(transaction, hostUserId).where('id', '=', id).executeTakeFirst()
    const said = row && say(row)
    if (row === undefined || said === undefined) return row && readWallet(row)
    // The index takes one primary at a time.
    if (said.change.is_primary === 1) {
      const all = transaction.updateTable('linked_wallets').where('host_user_id', '=', hostUserId)
      await all.set({ is_primary: 0 }).where('is_primary', '=', 1).execute()
    }
    await updateWallet(transaction, row, said.change)
    if (said.event !== undefined) await putEvent(transaction, said.event, row)
    return readWallet({ ...row, ...said.change })
  })
}

async function updateWallet(transaction: Transaction<LinkTables>, { id }: WalletRow, change: Change): Promise<void> {
  await transaction.updateTable('linked_wallets').set(change).where('id', '=', id).execute()
}
