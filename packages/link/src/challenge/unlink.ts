import type { SignatureProof } from '@hawser/wire'
import { NotFoundError } from '@hawser/wire'
import { LastFactorError, ProofInvalidError } from '../errors.ts'
import { confirmHostUser } from '../http/hostUser.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { UnlinkChallenge } from '../records/challenge.ts'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import { formatHeldAddress } from '../wallets/linkedWallets.ts'
import { answerChallenge, keyOfProof } from './answerChallenge.ts'
import { createChallenge, storeChallenge } from './challenge.ts'
import { formatUnlinkStatement } from './statements.ts'
import { verifyProof } from './verifyProof.ts'

/**
 * Writes and stores the text that a linked wallet signs to be unlinked. Only that wallet can sign: with a stolen session, an
 * attacker could link their own wallet and sign with it (T-55).
 * @throws NotFoundError - also for a wallet of another host user, in the same words
 * @throws TooManyChallengesError
 */
export async function issueUnlinkChallenge(request: {
  readonly store: LinkStore
  readonly hostUser: HostUser
  readonly walletId: string
  readonly domain: string
  readonly uri: string
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
  readonly lifetimeMs: number
}): Promise<UnlinkChallenge> {
  const { hostUser, domain } = request
  const wallet = await findWallet(request)
  const account = parseLinkAccount(wallet.accountId)
  const statement = formatUnlinkStatement(hostUser.label, domain)
  const written = createChallenge({ ...request, account, walletName: undefined, statement })
  const challenge: UnlinkChallenge = { ...written, purpose: 'unlink', walletName: undefined }
  await storeChallenge(request, challenge)
  return challenge
}

/**
 * Unlinks a wallet by its signature over the text that was issued for it. Resolves to its last row.
 * @throws ChallengeUnknownError, ChallengeExpiredError, ProofInvalidError, NotFoundError, NotSignedInError
 * @throws CannotCheckNowError - a contract account could not be asked. The challenge stays open.
 * @throws SignaturePendingError, AccountNotDeployedError - of a contract account
 * @throws LastFactorError - it is the last known way to sign in
 */
export async function unlinkByProof(
  link: LinkContext,
  asked: {
    readonly request: Request
    readonly hostUser: HostUser
    readonly walletId: string
    readonly proof: SignatureProof<'unlink'>
  },
): Promise<LinkedWalletRow> {
  const { request, hostUser, walletId, proof } = asked
  const { store, domain, uri, reach, challengeLifetimeMs: lifetimeMs } = link
  const now = link.now()
  const confirm = () => confirmHostUser(link, request, hostUser)
  // A challenge for one wallet cannot unlink another wallet of the same account.
  const key = keyOfProof(link, { proof, hostUser, walletId, now, confirm })
  await answerChallenge({ ...key, purpose: 'unlink' }, async (challenge) => {
    const account = await verifyProof({ challenge, signature: proof.signature, domain, uri, now, reach, lifetimeMs })
    const { address } = await findWallet({ store, hostUser, walletId })
    // Code that an account delegates to (EIP-7702) does not act for the account's key.
    if (account.evidence !== undefined && address !== formatHeldAddress(account))
      throw new ProofInvalidError(
        'This link rests on the account’s own key, and only its contract agreed. Sign with the key of the account.',
        { reason: 'link_rests_on_key' },
      )
    return account
  })
  return unlinkFactor(link, { hostUser, walletId, at: now })
}

/**
 * Unlinks a wallet for which the permission is proven. Resolves to its last row.
 * @throws NotFoundError
 * @throws LastFactorError - it is the last known way to sign in
 */
export async function unlinkFactor(
  { store, isLoginFactor, mayUnlinkLast }: Pick<LinkContext, 'store' | 'isLoginFactor' | 'mayUnlinkLast'>,
  asked: { readonly hostUser: HostUser; readonly walletId: string; readonly at: number },
): Promise<LinkedWalletRow> {
  const { hostUser, walletId: id, at } = asked
  const removal = { hostUserId: hostUser.id, id, at }
  // The store counts the remaining wallets in the same step, so of two concurrent unlinks the second is the last.
  const only = isLoginFactor === true ? 'not-last' : undefined
  const removed = await store.removeLinkedWallet({ ...removal, only })
  const isFree = removed === 'kept' && (await mayUnlinkLast?.(hostUser)) === true
  const gone = isFree ? await store.removeLinkedWallet(removal) : removed
  if (gone === 'kept')
    throw new LastFactorError('This is the last way to sign in to the account. Add another one first.')
  if (gone === undefined) throw new NotFoundError('There is no such linked wallet.')
  return gone
}

async function findWallet(request: {
  readonly store: LinkStore
  readonly hostUser: HostUser
  readonly walletId: string
}): Promise<LinkedWalletRow> {
  const wallets = await request.store.linkedWallets(request.hostUser.id)
  const wallet = wallets.find(({ id }) => id === request.walletId)
  if (wallet === undefined) throw new NotFoundError('There is no such linked wallet.')
  return wallet
}
