import type { ChallengeResponse, HandoffGrant, HandoffHop, HandoffPhoneStatus, SignatureProof } from '@hawser/wire'
import { answerChallenge, keyOfProof } from '../challenge/answerChallenge.ts'
import { createChallenge, storeChallenge } from '../challenge/challenge.ts'
import { formatReceipt } from '../challenge/receipt.ts'
import { formatHandoffStatement } from '../challenge/statements.ts'
import { verifyProof } from '../challenge/verifyProof.ts'
import { UnsupportedAccountError } from '../errors.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { Handoff } from '../records/handoff.ts'
import { randomId } from '../records/randomId.ts'
import type { LinkAccount } from '../verifiers/linkAccount.ts'
import { changeHandoff, checkOpened, type HandoffKey, readHandoff } from './changeHandoff.ts'
import type { HandoffContext } from './handoffContext.ts'
import { createSecret, deriveDigits, hashDigits, hashSecret } from './secrets.ts'

/**
 * Replaces the secret, which a camera, a screenshot or a messenger may have kept, with a fresh one.
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError
 */
export async function rotateHandoffSecret(link: HandoffContext, id: string, secret: string): Promise<HandoffHop> {
  const next = createSecret(link.randomBytes)
  const { stage, namespaces } = await changeHandoff(link, anyHandoff(id), () => ({
    type: 'hopped',
    secretHash: hashSecret(secret),
    nextHash: hashSecret(next),
  }))
  const { allowsUntested = false } = link.handoff
  // These values come from the operator's configuration only: no client can put a link on the page.
  return { secret: next, expiresAt: stage.expiresAt, namespaces, allowsUntested, wallets: link.wallets }
}

/**
 * Tells the screen that the phone's browser has no wallet. Nothing else changes, so the visitor can continue in another
 * browser.
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError
 */
export async function reportMissingWallet(link: HandoffContext, id: string, secret: string): Promise<void> {
  await changeHandoff(link, anyHandoff(id), () => ({ type: 'walletMissed', secretHash: hashSecret(secret) }))
}

/**
 * Claims the handoff for the wallet's side, once. A later claim with the same secret ends the handoff for both sides.
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError
 */
export async function claimHandoff(
  link: HandoffContext,
  id: string,
  secret: string,
): Promise<HandoffGrant & { readonly hostUserId: string }> {
  const grant = createSecret(link.randomBytes)
  const { label, namespaces, stage, hostUserId } = await changeHandoff(link, anyHandoff(id), () => ({
    type: 'claimed',
    secretHash: hashSecret(secret),
    grantHash: hashSecret(grant),
  }))
  const chains = link.chains.filter((chain) => namespaces.includes(chain.split(':', 1)[0] ?? ''))
  return { grant, label, domain: link.domain, chains, expiresAt: stage.expiresAt, hostUserId }
}

/** Returns the key of the handoff that the request holds the grant of. */
export function handoffOfGrant(id: string, grant: string | undefined): HandoffKey {
  const grantHash = grant && hashSecret(grant)
  return { id, isFor: (handoff) => handoff.grantHash !== undefined && handoff.grantHash === grantHash }
}

/** Formats the phone's view. It includes the digits once the wallet has signed, also after a lost answer. */
export function formatPhoneStatus({ stage }: Handoff, grant: string): HandoffPhoneStatus {
  return {
    state: stage.state,
    expiresAt: stage.expiresAt,
    digits: stage.state === 'proven' ? deriveDigits(grant, stage.digitsSalt) : undefined,
    reason: 'reason' in stage ? stage.reason : undefined,
  }
}

/**
 * Issues the usual text to link, which says that another screen asked for it. The grant authorizes the answer, without a
 * session.
 * @throws HandoffElsewhereError, HandoffOverError, UnsupportedAccountError, TooManyChallengesError, TooManyWalletsError
 */
export async function issueHandoffChallenge(
  { store, domain, uri, now, randomBytes }: HandoffContext,
  handoff: Handoff,
  { account, walletName }: { readonly account: LinkAccount; readonly walletName: string | undefined },
): Promise<ChallengeResponse> {
  checkOpened(handoff)
  if (!handoff.namespaces.includes(account.namespace))
    throw new UnsupportedAccountError('Accounts of this chain are not wanted on the screen that started.')
  const hostUser = grantee(handoff)
  const statement = formatHandoffStatement(handoff.label, domain)
  const world = { store, hostUser, account, walletName, domain, uri, now: now(), randomBytes }
  const challenge = createChallenge({ ...world, statement })
  await storeChallenge(world, challenge)
  return { challengeId: challenge.id, message: challenge.message, expiresAt: challenge.expiresAt }
}

/**
 * Checks the wallet's signature. It links nothing yet.
 * @returns the handoff, `proven`
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError, and what `answerChallenge` and `verifyProof` throw
 */
export async function proveHandoff(
  link: HandoffContext,
  key: HandoffKey,
  { proof, grant }: { readonly proof: SignatureProof<'link'>; readonly grant: string },
): Promise<Handoff> {
  const handoff = await readHandoff(link, key)
  checkOpened(handoff)
  const { domain, uri, reach } = link
  const now = link.now()
  const hostUser = grantee(handoff)
  const confirm = async () => checkOpened(await readHandoff(link, key))
  const answered = keyOfProof(link, { proof, hostUser, now, confirm })
  const { challenge, account } = await answerChallenge({ ...answered, purpose: 'link' }, (asked) =>
    verifyProof({ challenge: asked, signature: proof.signature, domain, uri, now, reach }),
  )
  const { walletName } = challenge
  const receipt = formatReceipt(proof, hostUser, account.method)
  const digitsSalt = randomId(link.randomBytes)
  const digitsHash = hashDigits(deriveDigits(grant, digitsSalt), digitsSalt)
  return changeHandoff(link, key, () => ({
    type: 'proven',
    proof: { account, challengeId: proof.challengeId, receipt, walletName },
    digitsSalt,
    digitsHash,
  }))
}

/** Ends a handoff on the phone. @throws HandoffUnknownError, HandoffOverError */
export async function declineHandoff(link: HandoffContext, key: HandoffKey): Promise<void> {
  await changeHandoff(link, key, () => ({ type: 'ended', reason: 'declined' }))
}

function anyHandoff(id: string): HandoffKey {
  return { id, isFor: () => true }
}

/** Returns the owner of a handoff's challenges: its host user, with a session id that no session has. */
function grantee({ hostUserId, id }: Handoff): HostUser & { readonly sessionId: string } {
  return { id: hostUserId, label: '', sessionId: `handoff:${id}` }
}
