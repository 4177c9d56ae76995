import type { LinkedWallet, SignatureProof } from '@hawser/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { LinkFailedError, NotSignedInError, WalletNotLinkedError } from '../errors.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { SignInOptions } from '../options/signInOptions.ts'
import type { SignInChallenge } from '../records/challenge.ts'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'
import { randomId } from '../records/randomId.ts'
import type { LinkAccount } from '../verifiers/linkAccount.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { formatHeldAddress, formatLinkedWallet } from '../wallets/linkedWallets.ts'
import { recheckActiveRow } from '../wallets/recheckLinkedWallet.ts'
import { answerChallenge, keyOfProof } from './answerChallenge.ts'
import { createChallenge, storeChallenge } from './challenge.ts'
import { explainSessionCookies } from './sessionCookies.ts'
import { formatSignInStatement } from './statements.ts'
import { verifyProof } from './verifyProof.ts'

/** A visitor without a host user yet, in the shape that challenges and limits expect. */
export type SigningVisitor = HostUser & { readonly sessionId: string }

/**
 * Returns the visitor whose session the text belongs to. No other session can answer it.
 * @throws NotSignedInError - the request has no session
 * @throws LinkFailedError
 */
export async function readSigningVisitor(signIn: SignInOptions, request: Request): Promise<SigningVisitor> {
  const session = await signIn.session(request)
  if (session === undefined) throw new NotSignedInError('This page has no session. Reload it, and allow its cookies.')
  if (session.length < 16 || session.length > 256)
    throw new LinkFailedError('`signIn.session` must give a text of 16 to 256 characters.')
  // The id belongs to no host user, so an export or erasure of a host user does not include it.
  const id = `sign-in:${randomId(() => sha256(utf8ToBytes(session)))}`
  return { id, label: '', sessionId: session }
}

/**
 * Writes and stores the text by which a linked wallet signs its host user in. It does not look up, and so cannot reveal, the
 * account's holder.
 * @throws TooManyChallengesError
 */
export async function issueSignInChallenge(
  { store, domain, uri, randomBytes, now }: LinkContext,
  asked: {
    readonly request: Request
    readonly signIn: SignInOptions
    readonly visitor: SigningVisitor
    readonly account: LinkAccount
  },
): Promise<SignInChallenge> {
  const { request, signIn, visitor: hostUser, account } = asked
  const world = { store, hostUser, account, walletName: undefined, domain, uri, randomBytes, now: now() }
  const statement = formatSignInStatement(domain, await signIn.describe?.(request))
  const written = createChallenge({ ...world, statement })
  const challenge: SignInChallenge = { ...written, purpose: 'signIn', walletName: undefined }
  await storeChallenge(world, challenge)
  return challenge
}

/**
 * Checks the wallet's signature first and then looks up the holder, so that only the wallet's owner learns about the link.
 * @throws ChallengeUnknownError, ChallengeExpiredError, ProofInvalidError, NotSignedInError
 * @throws CannotCheckNowError - a contract account could not be asked. The challenge stays open.
 * @throws SignaturePendingError, AccountNotDeployedError - of a contract account.
 * @throws WalletNotLinkedError - no host user holds it by an active link, or this host user may not sign in this way.
 * @throws LinkFailedError - a cookie of the new session would be sent over plain http, or dropped.
 */
export async function signInByProof(
  link: LinkContext,
  asked: {
    readonly request: Request
    readonly signIn: SignInOptions
    readonly visitor: SigningVisitor
    readonly proof: SignatureProof<'signIn'>
  },
): Promise<{ readonly hostUserId: string; readonly wallet: LinkedWallet; readonly headers: Headers }> {
  const { request, signIn, visitor, proof } = asked
  const { store, domain, uri, reach } = link
  const now = link.now()
  const confirm = async () => {
    if ((await signIn.session(request)) !== visitor.sessionId) throw sessionEnded()
  }
  const key = keyOfProof(link, { proof, hostUser: visitor, now, confirm })
  let held: LinkedWalletRow | undefined
  await answerChallenge({ ...key, purpose: 'signIn' }, async (challenge) => {
    const account = await verifyProof({ challenge, signature: proof.signature, domain, uri, now, reach })
    held = await findHolder(link, account)
    return account
  })
  const wallet = held && (await holdsStill(link, held)) ? formatLinkedWallet(held) : undefined
  const signedIn = held && wallet && { hostUserId: held.hostUserId, wallet }
  const headers = signedIn && (await signIn.complete(request, signedIn))
  if (headers === 'session-ended') throw sessionEnded()
  if (signedIn === undefined || headers === undefined)
    throw new WalletNotLinkedError('You cannot sign in with this wallet. Sign in another way, then link it.')
  const begun = new Headers(headers)
  const wrong = explainSessionCookies(begun, { uri, now })
  if (wrong !== undefined) throw new LinkFailedError(wrong)
  const { hostUserId } = signedIn
  const use = { hostUserId, id: signedIn.wallet.id, at: now, event: 'signed-in' } as const
  // The session has started, so its headers are sent even if recording the use fails.
  const used = await store.useLinkedWallet(use).catch(link.onFailure)
  return { hostUserId, wallet: used ? formatLinkedWallet(used) : signedIn.wallet, headers: begun }
}

/**
 * Finds the holder of exactly the proven account, by an active link. A contract must also confirm the signature that created
 * the link, because its owner may have changed since then (T-46).
 */
async function findHolder(link: LinkContext, account: ProvenAccount): Promise<LinkedWalletRow | undefined> {
  const { namespace } = account
  const row = await link.store.heldWallet({ namespace, address: formatHeldAddress(account) })
  if (row?.status !== 'active') return undefined
  const found = await recheckActiveRow(link, row)
  return found?.status === 'active' ? found : undefined
}

/** Asking a contract takes seconds, and meanwhile the wallet can be unlinked, released or linked elsewhere. */
async function holdsStill({ store }: LinkContext, held: LinkedWalletRow): Promise<boolean> {
  const row = await store.heldWallet(held)
  return row?.status === 'active' && row.id === held.id && row.hostUserId === held.hostUserId
}

function sessionEnded(): NotSignedInError {
  return new NotSignedInError('The session ended meanwhile. Reload the page and try again.')
}
