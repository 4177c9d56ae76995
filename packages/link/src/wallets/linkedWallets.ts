import type { LinkedWallet } from '@hawser/wire'
import { WalletAlreadyLinkedError } from '../errors.ts'
import type { LinkedWalletRow, PutWallet } from '../records/linkedWalletRow.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { randomId } from '../records/randomId.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'

/**
 * Writes the row of a proven account, or refreshes the row that the same host user has.
 * @throws WalletAlreadyLinkedError - in the same words for every holder
 */
export async function putLinkedWallet(request: {
  readonly store: LinkStore
  readonly hostUserId: string
  readonly account: ProvenAccount
  /** The challenge that was answered. */
  readonly challengeId: string
  /** The receipt of the answer (`receipt.ts`). */
  readonly receipt: string
  readonly walletName: string | undefined
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
}): Promise<PutWallet & { readonly isNew: boolean }> {
  const { account, challengeId, receipt } = request
  const { namespace, accountId, chainId, method, block, evidence } = account
  const id = randomId(request.randomBytes)
  const put = await request.store.putLinkedWallet({
    id,
    hostUserId: request.hostUserId,
    namespace,
    address: formatHeldAddress(account),
    accountId,
    walletName: request.walletName,
    linkedAt: request.now,
    proof: { method, chainId, block, challengeId, receipt, evidence },
  })
  if (put === undefined) throw new WalletAlreadyLinkedError('This wallet is already linked to an account.')
  return { ...put, isNew: put.wallet.id === id }
}

/**
 * Formats the address that one host user holds by a proof (T-50). A key controls its address on every chain of its namespace,
 * so the result is the address alone. A contract controls its address on its own chain only, and another contract can exist at
 * the same address elsewhere. So the chain comes first. An address that is both, as EIP-7702 allows, has one host user: the
 * store refuses a second one.
 */
export function formatHeldAddress({ method, chainId, canonicalAddress }: ProvenAccount): string {
  const isContract = method === 'eip1271' || method === 'eip6492'
  return isContract ? `${chainId}:${canonicalAddress}` : canonicalAddress
}

/** Returns the canonical address of a row: the same for a key and for a contract. */
export function canonicalAddressOf({ address }: LinkedWalletRow): string {
  return address.slice(address.lastIndexOf(':') + 1)
}

/** Formats a row for its host user, without the fields that only the store and the next check need. */
export function formatLinkedWallet(row: LinkedWalletRow): LinkedWallet {
  const { id, accountId, walletName, label, isPrimary, linkedAt, lastUsedAt, status } = row
  return { id, accountId, walletName, label, isPrimary, linkedAt, lastUsedAt, status }
}
