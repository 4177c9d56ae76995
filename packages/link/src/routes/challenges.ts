import { type AccountId, type ChainId, type ChallengeRequest, NotFoundError, parseChallengeRequest } from '@hawser/wire'
import type { Handler } from 'hono'
import { challengeLimits, issueChallenge } from '../challenge/challenge.ts'
import { issueOneTap } from '../challenge/oneTap.ts'
import { issueReleaseChallenge } from '../challenge/release.ts'
import { issueSignInChallenge, readSigningVisitor } from '../challenge/signIn.ts'
import { issueUnlinkChallenge } from '../challenge/unlink.ts'
import { UnsupportedAccountError } from '../errors.ts'
import { checkMayLink, requireHostUser } from '../http/hostUser.ts'
import type { LinkContext } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { HostUser } from '../options/hostUser.ts'
import { type LinkAccount, parseLinkAccount } from '../verifiers/linkAccount.ts'
import type { VisitorEnv } from './access.ts'

type Asked<P extends ChallengeRequest['purpose']> = Extract<ChallengeRequest, { readonly purpose: P }>

/** Issues the text to sign, for every purpose. */
export function issueText(link: LinkContext): Handler<VisitorEnv> {
  return async (context) => {
    const request = context.req.raw
    const visitor = context.get('hostUser')
    if (visitor !== undefined) await link.take('challengesPerUser', visitor.id)
    const asked = parseChallengeRequest(await readJsonBody(request))
    await link.purge()
    if (asked.purpose === 'signIn') return context.json(await issueToSignIn(link, request, asked.accountId), 201)
    return context.json(await issueToHostUser(link, request, requireHostUser(visitor), asked), 201)
  }
}

/** Issues a text to a visitor who is not signed in yet. */
async function issueToSignIn(link: LinkContext, request: Request, accountId: AccountId) {
  if (link.signIn === undefined) throw new NotFoundError('Nobody signs in with a wallet here.')
  const visitor = await readSigningVisitor(link.signIn, request)
  await link.take('challengesPerUser', visitor.id)
  // Not counted by account: a stranger who keeps asking for a wallet's texts would lock its owner out. Without the wallet's
  // key, the stranger cannot use such a text.
  const account = readAccount(accountId, link.chains)
  const { id, message, expiresAt } = await issueSignInChallenge(link, {
    request,
    signIn: link.signIn,
    visitor,
    account,
  })
  link.logEvent('challenged', { account: account.canonicalAddress })
  return { challengeId: id, message, expiresAt }
}

async function issueToHostUser(
  link: LinkContext,
  request: Request,
  asker: HostUser,
  asked: Asked<'link' | 'unlink' | 'release' | 'oneTap'>,
) {
  const { store, domain, uri, chains, randomBytes, challengeLifetimeMs: lifetimeMs } = link
  const hostUser = { ...asker, label: link.labelOf(asker) }
  const world = { store, hostUser, domain, uri, now: link.now(), randomBytes, lifetimeMs }
  const named = { account: hostUser.label }
  if (asked.purpose === 'oneTap') {
    await checkMayLink(link, asker)
    const { challenge, authentication } = await issueOneTap({ ...world, asked, chains })
    link.logEvent('challenged', { userId: hostUser.id })
    return { challengeId: challenge.id, authentication, expiresAt: challenge.expiresAt, ...named }
  }
  const { id, message, expiresAt } =
    asked.purpose === 'unlink' ? await issueToUnlink(asked) : await issueForAccount(asked)
  const others = lifetimeMs > challengeLimits.lifetimeMs ? { othersMaySign: true } : {}
  return { challengeId: id, message, expiresAt, ...named, ...others }

  async function issueToUnlink({ walletId }: Asked<'unlink'>) {
    const challenge = await issueUnlinkChallenge({ ...world, walletId })
    link.logEvent('challenged', { userId: hostUser.id })
    return challenge
  }

  async function issueForAccount(of: Asked<'link' | 'release'>) {
    const account = readAccount(of.accountId, chains)
    await takeForAccount(link, request, account)
    if (of.purpose === 'link') await checkMayLink(link, asker)
    const challenge =
      of.purpose === 'link'
        ? await issueChallenge({ ...world, account, walletName: of.walletName })
        : await issueReleaseChallenge({ ...world, account })
    link.logEvent('challenged', { userId: hostUser.id, account: account.canonicalAddress })
    return challenge
  }
}

export function readAccount(accountId: AccountId, chains: readonly ChainId[]): LinkAccount {
  const account = parseLinkAccount(accountId)
  if (!chains.includes(account.chainId))
    throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
  return account
}

/**
 * Counts by account and address. Wallet addresses are public: a stranger who keeps asking for one uses up their own limit, not
 * the limit of its owner.
 */
export async function takeForAccount(
  link: LinkContext,
  request: Request,
  { canonicalAddress }: LinkAccount,
): Promise<void> {
  const address = link.addressOf(request)
  await link.take('challengesPerAccount', address === undefined ? canonicalAddress : `${canonicalAddress} ${address}`)
  await link.take('challengesPerAccountInAll', canonicalAddress)
}
