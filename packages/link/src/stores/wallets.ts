import { isAccountId, isChainId } from '@hawser/wire'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { LinkFailedError } from '../errors.ts'
import type { LinkEvent, LinkedWalletRow, LinkStore, ProvenWallet, WalletKey } from '../linkStore.ts'
import { proofMethods } from '../proofMethods.ts'
import type { ContractEvidence } from '../provenAccount.ts'
import { putEvent } from './events.ts'
import { asHostUser, lockAddress } from './locks.ts'
import type { LinkTables } from './schema.ts'

type Row = Selectable<LinkTables['linked_wallets']>
type Change = Partial<Pick<Row, 'label' | 'is_primary' | 'last_used_at' | 'status'>>

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

/** The rows of a host user's wallets, the oldest link first. */
export function walletRows(database: Kysely<LinkTables>, hostUserId: string) {
  return database
    .selectFrom('linked_wallets')
    .selectAll()
    .where('host_user_id', '=', hostUserId)
    .orderBy('linked_at')
    .orderBy('id')
}

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
    row: Row,
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

async function updateWallet(transaction: Transaction<LinkTables>, { id }: Row, change: Change): Promise<void> {
  await transaction.updateTable('linked_wallets').set(change).where('id', '=', id).execute()
}

async function reproveAll(
  database: Kysely<LinkTables>,
  { at, methods }: Parameters<LinkStore['reproveAll']>[0],
): Promise<number> {
  const marked = (of: Kysely<LinkTables>) => {
    const others = of.selectFrom('linked_wallets').where('status', '!=', 're-prove')
    return methods === undefined ? others : others.where('proof_method', 'in', [...methods])
  }
  let count = 0
  for (const { host_user_id: hostUserId } of await marked(database).select('host_user_id').distinct().execute()) {
    count += await asHostUser(database, hostUserId, async (transaction) => {
      const rows = await marked(transaction).selectAll().where('host_user_id', '=', hostUserId).execute()
      for (const row of rows) {
        await updateWallet(transaction, row, { status: 're-prove' })
        await putEvent(transaction, { type: 'must-re-prove', at }, row)
      }
      return rows.length
    })
  }
  return count
}

function formatWallet(wallet: ProvenWallet, bareAddress: string, isPrimary: boolean): Row {
  return {
    id: wallet.id,
    host_user_id: wallet.hostUserId,
    namespace: wallet.namespace,
    address: wallet.address,
    bare_address: bareAddress,
    account_id: wallet.accountId,
    wallet_name: wallet.walletName ?? null,
    label: null,
    is_primary: isPrimary ? 1 : 0,
    linked_at: wallet.linkedAt,
    last_used_at: null,
    proof_method: wallet.proof.method,
    proof_chain_id: wallet.proof.chainId,
    proof_block: wallet.proof.block ?? null,
    proof_hash: wallet.proof.evidence?.hash ?? null,
    proof_signature: wallet.proof.evidence?.signature ?? null,
    challenge_id: wallet.proof.challengeId,
    status: 'active',
  }
}

/** @throws LinkFailedError - the row was written by something else */
export function readWallet(row: Row): LinkedWalletRow {
  const { account_id: accountId, proof_chain_id: chainId } = row
  const method = proofMethods.find((known) => known === row.proof_method)
  const status = statuses.find((known) => known === row.status)
  if (!isAccountId(accountId) || !isChainId(chainId) || method === undefined || status === undefined)
    throw new LinkFailedError('The link store holds a wallet that is none.')
  return {
    id: row.id,
    hostUserId: row.host_user_id,
    namespace: row.namespace,
    address: row.address,
    accountId,
    walletName: row.wallet_name ?? undefined,
    label: row.label ?? undefined,
    isPrimary: row.is_primary === 1,
    // Drivers differ in what they make of a 64-bit integer.
    linkedAt: Number(row.linked_at),
    lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
    proof: {
      method,
      chainId,
      block: row.proof_block ?? undefined,
      challengeId: row.challenge_id,
      evidence: readEvidence(row),
    },
    status,
  }
}

const statuses = ['active', 'stale', 're-prove'] as const

function readEvidence({ proof_hash: hash, proof_signature: signature }: Row): ContractEvidence | undefined {
  return hash === null || signature === null ? undefined : { hash, signature }
}
