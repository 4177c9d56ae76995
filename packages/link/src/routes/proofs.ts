import { type LinkedWallet, type Proof, parseAccountId, parseProof, TooManyRequestsError } from '@hawser/wire'
import type { Handler } from 'hono'
import { answerChallenge, keyOfProof } from '../challenge/answerChallenge.ts'
import { verifyOneTap } from '../challenge/oneTap.ts'
import { findByReceipt, formatReceipt } from '../challenge/receipt.ts'
import { verifyProof } from '../challenge/verifyProof.ts'
import { ChallengeUnknownError, UnsupportedAccountError } from '../errors.ts'
import { checkMayLink, confirmHostUser } from '../http/hostUser.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { Token } from '../http/rateLimits.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { ProofRecord } from '../records/linkedWalletRow.ts'
import { formatLinkedWallet, putLinkedWallet } from '../wallets/linkedWallets.ts'
import type { UserEnv } from './access.ts'

/** Checks a proof and links its account. */
export function linkWallet(link: LinkContext): Handler<UserEnv> {
  const { store, now } = link
  return async (context) => {
    const request = context.req.raw
    const hostUser = context.get('hostUser')
    const { limited, token, proof } = await readCounted(link, request, hostUser)
    try {
      // The limit counts checks. A proof whose answer was lost gets the same answer again without another check.
      if (limited !== undefined) throw limited
      // Checked before the challenge is used up: after the step-up the same proof is still valid.
      await checkMayLink(link, hostUser)
      return context.json(await linkByProof(link, { request, hostUser, proof, token }), 201)
    } catch (error) {
      // A proof that is merely sent twice is refused. The receipt is looked up only if the challenge could not be consumed.
      const isUnconsumed = error instanceof ChallengeUnknownError || error instanceof TooManyRequestsError
      if (proof.again !== true || !isUnconsumed) throw error
      const receiptBy = (method: ProofRecord['method']) => formatReceipt(proof, hostUser, method)
      const wallet = await findByReceipt({ store, hostUserId: hostUser.id, receiptBy, now: now() })
      if (wallet === undefined) throw error
      return context.json(wallet, 201)
    }
  }
}

/**
 * Reads a proof and counts it against the limit of its host user. With `mayLink` the proof is counted first, so that the limit
 * also covers calls to the host app. Otherwise the store counts the proof and takes its challenge in one step, by `token`.
 */
async function readCounted(
  link: LinkContext,
  request: Request,
  hostUser: HostUser,
): Promise<Pick<Answered, 'token' | 'proof'> & { readonly limited: TooManyRequestsError | undefined }> {
  const isCountedFirst = link.mayLink !== undefined
  const count = () => link.take('proofsPerUser', hostUser.id).then(() => undefined, passTooMany)
  const limited = isCountedFirst ? await count() : undefined
  try {
    const proof = parseProof(await readJsonBody(request), 'link', 'oneTap')
    const token = isCountedFirst ? undefined : link.tokenOf('proofsPerUser', hostUser.id)
    return { limited, token, proof }
  } catch (error) {
    // A malformed proof counts too, although it never reaches a challenge.
    if (!isCountedFirst) await count()
    throw error
  }
}

/** Returns a refusal by the limit, and throws every other error. */
function passTooMany(error: unknown): TooManyRequestsError {
  if (error instanceof TooManyRequestsError) return error
  throw error
}

type Answered = {
  readonly request: Request
  readonly hostUser: HostUser
  readonly proof: Extract<Proof, { readonly purpose: 'link' | 'oneTap' }>
  /** Charges the proof to the limit, if it was not counted yet. */
  readonly token: Token | undefined
}

/**
 * Checks the proof and links the account. The challenge is consumed first: a wrong signature uses it up, and of fifty equal
 * proofs only one continues.
 */
async function linkByProof(link: LinkContext, { request, hostUser, proof, token }: Answered): Promise<LinkedWallet> {
  const {
    domain,
    uri,
    chains,
    randomBytes,
    reach,
    logEvent,
    notifyLinked,
    notifyReleased,
    challengeLifetimeMs: lifetimeMs,
  } = link
  const { id: hostUserId } = hostUser
  const now = link.now()
  const confirm = () => confirmHostUser(link, request, hostUser)
  const key = keyOfProof(link, { proof, hostUser, token, now, confirm })
  const { challenge, account } =
    proof.purpose === 'oneTap'
      ? await answerChallenge({ ...key, purpose: 'oneTap' }, (challenge) =>
          verifyOneTap({ challenge, proof, domain, uri, chains, now, reach }),
        )
      : await answerChallenge({ ...key, purpose: 'link' }, async (challenge) => {
          // The chain was still configured when the challenge was issued.
          if (!chains.includes(parseAccountId(challenge.accountId).chainId))
            throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
          return await verifyProof({ challenge, signature: proof.signature, domain, uri, now, reach, lifetimeMs })
        })
  const walletName = proof.purpose === 'oneTap' ? proof.walletName : challenge.walletName
  const receipt = formatReceipt(proof, hostUser, account.method)
  const written = { ...key, account, challengeId: key.id, receipt, walletName, randomBytes }
  const { wallet: row, released, isNew } = await putLinkedWallet(written)
  notifyReleased(released, now)
  const wallet = formatLinkedWallet(row)
  if (isNew) notifyLinked({ hostUserId, wallet, by: 'session' })
  logEvent('linked', { userId: hostUserId, account: account.canonicalAddress })
  return wallet
}
