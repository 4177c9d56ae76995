import { isAccountId, isChainId } from '@hawser/wire'
import type { Kysely, Selectable } from 'kysely'
import { LinkFailedError } from '../../errors.ts'
import type { LinkedWalletRow, ProvenWallet } from '../../records/linkedWalletRow.ts'
import { proofMethods } from '../../verifiers/proofMethods.ts'
import type { ContractEvidence } from '../../verifiers/provenAccount.ts'
import type { LinkTables } from '../schema/linkTables.ts'

export type WalletRow = Selectable<LinkTables['linked_wallets']>

/** All columns, by name: see `compileOnce`. */
export const walletColumns = [
  'id',
  'host_user_id',
  'namespace',
  'address',
  'bare_address',
  'account_id',
  'wallet_name',
  'label',
  'is_primary',
  'linked_at',
  'last_used_at',
  'proof_method',
  'proof_chain_id',
  'proof_block',
  'proof_hash',
  'proof_signature',
  'challenge_id',
  'status',
  'receipt',
] as const satisfies readonly (keyof WalletRow)[]

/** Selects the rows of a host user's wallets, the oldest link first. */
export function walletRows(database: Kysely<LinkTables>, hostUserId: string) {
  return database
    .selectFrom('linked_wallets')
    .selectAll()
    .where('host_user_id', '=', hostUserId)
    .orderBy('linked_at')
    .orderBy('id')
}

/** Formats the row of a newly linked wallet. The host user's other rows decide about `is_primary`. */
export function formatWallet(wallet: ProvenWallet, bareAddress: string): Omit<WalletRow, 'is_primary'> {
  return {
    id: wallet.id,
    host_user_id: wallet.hostUserId,
    namespace: wallet.namespace,
    address: wallet.address,
    bare_address: bareAddress,
    account_id: wallet.accountId,
    wallet_name: wallet.walletName ?? null,
    label: null,
    linked_at: wallet.linkedAt,
    last_used_at: null,
    proof_method: wallet.proof.method,
    proof_chain_id: wallet.proof.chainId,
    proof_block: wallet.proof.block ?? null,
    proof_hash: wallet.proof.evidence?.hash ?? null,
    proof_signature: wallet.proof.evidence?.signature ?? null,
    challenge_id: wallet.proof.challengeId,
    status: 'active',
    receipt: wallet.proof.receipt ?? null,
  }
}

/** @throws LinkFailedError - the row was not written by this store */
export function readWallet(row: WalletRow): LinkedWalletRow {
  const { account_id: accountId, proof_chain_id: chainId } = row
  const method = proofMethods.find((known) => known === row.proof_method)
  const status = statuses.find((known) => known === row.status)
  if (!isAccountId(accountId) || !isChainId(chainId) || method === undefined || status === undefined)
    throw new LinkFailedError('The link store holds a malformed wallet.')
  return {
    id: row.id,
    hostUserId: row.host_user_id,
    namespace: row.namespace,
    address: row.address,
    accountId,
    walletName: row.wallet_name ?? undefined,
    label: row.label ?? undefined,
    isPrimary: row.is_primary === 1,
    // Drivers return 64-bit integers in different types.
    linkedAt: Number(row.linked_at),
    lastUsedAt: row.last_used_at === null ? undefined : Number(row.last_used_at),
    proof: {
      method,
      chainId,
      block: row.proof_block ?? undefined,
      challengeId: row.challenge_id,
      receipt: row.receipt ?? undefined,
      evidence: readEvidence(row),
    },
    status,
  }
}

const statuses = ['active', 'stale', 're-prove'] as const

function readEvidence({ proof_hash: hash, proof_signature: signature }: WalletRow): ContractEvidence | undefined {
  return hash === null || signature === null ? undefined : { hash, signature }
}
