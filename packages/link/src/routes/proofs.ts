import { type LinkedWallet, type Proof, parseAccountId, parseProof, TooManyRequestsError } from '@hawser/wire'
import type { Handler } from 'hono'
import { answerChallenge, keyOfProof } from '../challenge/answerChallenge.ts'
import { verifyOneTap } from '../challenge/oneTap.ts'
import { findByReceipt, formatReceipt } from '../challenge/receipt.ts'
import { verifyProof } from '../challenge/verifyProof.ts'
import { ChallengeUnknownError, UnsupportedAccountError } from '../errors.ts'
import { checkMayLink, confirmHostUser } from '../http/hostUser.ts'
import type { LinkContext } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { ProofRecord } from '../records/linkedWalletRow.ts'
import { formatLinkedWallet, putLinkedWallet } from '../wallets/linkedWallets.ts'
import type { UserEnv } from './access.ts'

/** Checks a proof and links its account. */
export function linkWallet(link: LinkContext): Handler<UserEnv> {
  const { store, now, take } = link
  return async (context) => {
    const request = context.req.raw
    const hostUser = context.get('hostUser')
    const limited = await take('proofsPerUser', hostUser.id).catch(passTooMany)
    const proof = parseProof(await readJsonBody(request), 'link', 'oneTap')
    try {
      // The limit counts checks: a proof that was checked before, and whose answer was lost, gets the same answer again.
      if (limited !== undefined) throw limited
      // Before anything is used up: after the step-up the same proof is good.
      await checkMayLink(link, hostUser)
      return context.json(await linkByProof(link, { request, hostUser, proof }), 201)
    } catch (error) {
      // A proof that is merely used twice is refused. A receipt is looked for only after the challenge could not be consumed.
      if (proof.again !== true || (!(error instanceof ChallengeUnknownError) && error !== limited)) throw error
      const receiptBy = (method: ProofRecord['method']) => formatReceipt(proof, hostUser, method)
      const wallet = await findByReceipt({ store, hostUserId: hostUser.id, receiptBy, now: now() })
      if (wallet === undefined) throw error
      return context.json(wallet, 201)
    }
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
}

/** Consumes the challenge first: a wrong signature burns it, and of fifty equal proofs one gets this far. */
async function linkByProof(link: LinkContext, { request, hostUser, proof }: Answered): Promise<LinkedWallet> {
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
  const key = keyOfProof(link, { proof, hostUser, now, confirm })
  const { challenge, account } =
    proof.purpose === 'oneTap'
      ? await answerChallenge({ ...key, purpose: 'oneTap' }, (challenge) =>
          verifyOneTap({ challenge, proof, domain, uri, chains, now, reach }),
        )
      : await answerChallenge({ ...key, purpose: 'link' }, async (challenge) => {
          // Asked for while it still was one of them.
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
