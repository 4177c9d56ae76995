import type { LinkedWallet } from '@hawser/wire'
import { NotFoundError, WalletAlreadyLinkedError } from './errors.ts'
import type { LinkStore } from './linkStore.ts'
import type { ProvenAccount } from './provenAccount.ts'
import { randomId } from './randomId.ts'

/**
 * Writes the row of a proven account, or refreshes the one the same host user has.
 * @throws WalletAlreadyLinkedError - in the same words whoever holds it
 */
export async function putLinkedWallet(request: {
  readonly store: LinkStore
  readonly hostUserId: string
  readonly account: ProvenAccount
  readonly walletName: string | undefined
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
}): Promise<LinkedWallet> {
  const { account } = request
  const wallet = await request.store.putLinkedWallet({
    id: randomId(request.randomBytes),
    hostUserId: request.hostUserId,
    // Without the chain: one key controls its address on every chain, so it has one owner (T-50).
    namespace: account.namespace,
    address: account.canonicalAddress,
    accountId: account.accountId,
    walletName: request.walletName,
    linkedAt: request.now,
  })
  if (wallet === undefined) throw new WalletAlreadyLinkedError('This wallet is already linked to an account.')
  return wallet
}

/**
 * Unlinks a wallet of this host user.
 * @throws NotFoundError - also for a wallet of another host user, in the same words
 */
export async function removeLinkedWallet(request: {
  readonly store: LinkStore
  readonly hostUserId: string
  readonly id: string
}): Promise<void> {
  const { store, hostUserId, id } = request
  if (!(await store.removeLinkedWallet({ id, hostUserId }))) throw new NotFoundError('There is no such linked wallet.')
}
