import type { LinkedWallet } from '@hawser/wire'
import { NotFoundError } from '@hawser/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'
import type { LinkStore } from '../records/linkStore.ts'
import type { ContractClient } from '../verifiers/contractClient.ts'
import { parseContractSignature } from '../verifiers/contractSignature.ts'
import { parseEip155Account } from '../verifiers/eip155.ts'
import { formatLinkedWallet } from './linkedWallets.ts'

/**
 * Checks a linked wallet before you rely on it. A key stays the account's key, so a link by key needs no call. A contract has
 * to accept the signature that created the link again. If it does not, the link becomes `stale` (T-46), and only a new proof
 * makes it `active` again. A wallet that is not `active` is returned unchanged.
 * @throws NotFoundError - also for a wallet of another host user, with the same message.
 * @throws CannotCheckNowError - the contract has to be asked, and no RPC address gives an answer. The link stays as it was.
 */
export async function recheckLinkedWallet(request: {
  readonly store: LinkStore
  readonly reach: ContractClient
  readonly hostUserId: string
  readonly id: string
  /** Epoch milliseconds. */
  readonly now: () => number
}): Promise<LinkedWallet> {
  const { store, reach, hostUserId, id, now } = request
  const row = await findWallet(store, { hostUserId, id })
  if (row.status !== 'active') return formatLinkedWallet(row)
  const found = await recheckActiveRow({ store, reach, now }, row)
  const changed = found?.status === 'active' ? await store.useLinkedWallet({ hostUserId, id, at: now() }) : found
  if (changed === undefined) throw unknown()
  return formatLinkedWallet(changed)
}

/**
 * Checks an active row the same way, and writes to the store only if the row became `stale`. Undefined if it is unlinked.
 * @throws CannotCheckNowError
 */
export async function recheckActiveRow(
  { store, reach, now }: Omit<Parameters<typeof recheckLinkedWallet>[0], 'hostUserId' | 'id'>,
  row: LinkedWalletRow,
): Promise<LinkedWalletRow | undefined> {
  if (await agreesStill(reach, row)) return row
  const { hostUserId, id, proof } = row
  // If a new proof came in meanwhile, the link no longer rests on the proof that was checked, and stays active.
  return store.setWalletStatus({ hostUserId, id, at: now(), status: 'stale', challengeId: proof.challengeId })
}

async function findWallet(
  store: LinkStore,
  { hostUserId, id }: { readonly hostUserId: string; readonly id: string },
): Promise<LinkedWalletRow> {
  const row = (await store.linkedWallets(hostUserId)).find((wallet) => wallet.id === id)
  if (row === undefined) throw unknown()
  return row
}

function unknown(): NotFoundError {
  return new NotFoundError('There is no such linked wallet.')
}

async function agreesStill(reach: ContractClient, { accountId, proof }: LinkedWalletRow): Promise<boolean> {
  if (proof.method !== 'eip1271' && proof.method !== 'eip6492') return true
  // Without the hash that the contract agreed to, a row cannot be checked and needs a new proof.
  if (proof.evidence === undefined) return false
  const { hash, signature } = proof.evidence
  const address = parseEip155Account(accountId).canonicalAddress
  const call = { address, hash: hexToBytes(hash.slice(2)), ...parseContractSignature(signature) }
  return (await reach.ask(proof.chainId, call)).agrees
}
