import type { SignatureProof } from '@hawser/wire'
import { confirmHostUser } from '../http/hostUser.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { ReleaseChallenge } from '../records/challenge.ts'
import type { LinkStore } from '../records/linkStore.ts'
import type { LinkAccount } from '../verifiers/linkAccount.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { formatHeldAddress } from '../wallets/linkedWallets.ts'
import { answerChallenge, keyOfProof } from './answerChallenge.ts'
import { createChallenge, storeChallenge } from './challenge.ts'
import { formatReleaseStatement } from './statements.ts'
import { verifyProof } from './verifyProof.ts'

/**
 * Writes and stores the text by which the controller of an account takes it back from the host users who linked it, without
 * access to their host accounts (T-30). It does not look up, and so cannot reveal, existing links.
 * @throws TooManyChallengesError
 */
export async function issueReleaseChallenge(request: {
  readonly store: LinkStore
  readonly hostUser: HostUser
  readonly account: LinkAccount
  readonly domain: string
  readonly uri: string
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
  readonly lifetimeMs: number
}): Promise<ReleaseChallenge> {
  const statement = formatReleaseStatement(request.hostUser.label, request.domain)
  const written = createChallenge({ ...request, walletName: undefined, statement })
  const challenge: ReleaseChallenge = { ...written, purpose: 'release', walletName: undefined }
  await storeChallenge(request, challenge)
  return challenge
}

/**
 * Takes the account that signed the text from every other host user who holds it, and records this in their history. The
 * requester's own link stays, because they can unlink it. The result does not depend on existing links.
 * @throws ChallengeUnknownError, ChallengeExpiredError, ProofInvalidError, NotSignedInError
 * @throws CannotCheckNowError - a contract account could not be asked; the challenge stays open
 * @throws SignaturePendingError, AccountNotDeployedError - of a contract account
 */
export async function releaseByProof(
  link: LinkContext,
  asked: { readonly request: Request; readonly hostUser: HostUser; readonly proof: SignatureProof<'release'> },
): Promise<ProvenAccount> {
  const { store, domain, uri, reach, notifyReleased, challengeLifetimeMs: lifetimeMs } = link
  const { request, hostUser, proof } = asked
  const now = link.now()
  const confirm = () => confirmHostUser(link, request, hostUser)
  const key = keyOfProof(link, { proof, hostUser, now, confirm })
  const { account } = await answerChallenge({ ...key, purpose: 'release' }, (challenge) =>
    verifyProof({ challenge, signature: proof.signature, domain, uri, now, reach, lifetimeMs }),
  )
  const { namespace } = account
  const address = formatHeldAddress(account)
  const released = await store.releaseAddress({ hostUserId: hostUser.id, namespace, address, at: now })
  notifyReleased(released, now)
  return account
}
