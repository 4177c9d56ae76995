import { type AccountId, type ChainId, linkPaths, NotFoundError, parseChallengeRequest } from '@hawser/wire'
import type { Hono } from 'hono'
import { challengeLimits, issueChallenge } from '../challenge/challenge.ts'
import { issueOneTap } from '../challenge/oneTap.ts'
import { issueReleaseChallenge } from '../challenge/release.ts'
import { issueSignInChallenge, readSigningVisitor } from '../challenge/signIn.ts'
import { issueUnlinkChallenge } from '../challenge/unlink.ts'
import { UnsupportedAccountError } from '../errors.ts'
import { checkMayLink, requireHostUser } from '../http/hostUser.ts'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { SignInChallenge } from '../records/challenge.ts'
import { type LinkAccount, parseLinkAccount } from '../verifiers/linkAccount.ts'

/** Texts to sign: to link an account or whichever approves (one-tap), to unlink, to take a wallet from others, to sign in. */
export function addChallengeRoute(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, domain, uri, chains, now, randomBytes, take, logEvent } = link
  app.post(linkPaths.challenges, async (context) => {
    const request = context.req.raw
    // Nobody's where visitors sign in with a wallet.
    const known: HostUser | undefined = context.get('hostUser')
    if (known !== undefined) await take('challengesPerUser', known.id)
    const asked = parseChallengeRequest(await readJsonBody(request))
    await link.purge()
    if ('signIn' in asked) {
      const { id, message, expiresAt } = await issueSignIn(link, request, asked.signIn)
      return context.json({ challengeId: id, message, expiresAt }, 201)
    }
    const asker = requireHostUser(known)
    const hostUser = { ...asker, label: link.labelOf(asker) }
    const lifetimeMs = link.challengeLifetimeMs
    const world = { store, hostUser, domain, uri, now: now(), randomBytes, lifetimeMs }
    const others = lifetimeMs > challengeLimits.lifetimeMs ? { othersMaySign: true } : {}
    const account = hostUser.label
    if ('chains' in asked) {
      await checkMayLink(link, asker)
      const { challenge, authentication } = await issueOneTap({ ...world, asked, chains })
      logEvent('challenged', { userId: hostUser.id })
      return context.json({ challengeId: challenge.id, authentication, expiresAt: challenge.expiresAt, account }, 201)
    }
    if ('unlink' in asked) {
      const { id, message, expiresAt } = await issueUnlinkChallenge({ ...world, walletId: asked.unlink })
      logEvent('challenged', { userId: hostUser.id })
      return context.json({ challengeId: id, message, expiresAt, account, ...others }, 201)
    }
    const named = readAccount('release' in asked ? asked.release : asked.accountId, chains)
    await takeForAccount(link, request, named)
    if (!('release' in asked)) await checkMayLink(link, asker)
    const { id, message, expiresAt } = await ('release' in asked
      ? issueReleaseChallenge({ ...world, account: named })
      : issueChallenge({ ...world, account: named, walletName: asked.walletName }))
    logEvent('challenged', { userId: hostUser.id, account: named.canonicalAddress })
    return context.json({ challengeId: id, message, expiresAt, account, ...others }, 201)
  })
}

/** Of a visitor whom nobody has signed in yet. */
async function issueSignIn(link: LinkContext, request: Request, accountId: AccountId): Promise<SignInChallenge> {
  if (link.signIn === undefined) throw new NotFoundError('Nobody signs in with a wallet here.')
  const visitor = await readSigningVisitor(link.signIn, request)
  await link.take('challengesPerUser', visitor.id)
  // Not counted by account: whoever asks for the texts of somebody's wallet would keep its owner out, and gains nothing by a
  // text without its key.
  const account = readAccount(accountId, link.chains)
  const challenge = await issueSignInChallenge(link, { request, signIn: link.signIn, visitor, account })
  link.logEvent('challenged', { account: account.canonicalAddress })
  return challenge
}

export function readAccount(accountId: AccountId, chains: readonly ChainId[]): LinkAccount {
  const account = parseLinkAccount(accountId)
  if (!chains.includes(account.chainId))
    throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
  return account
}

/** Addresses of wallets are public: whoever asks for one over and over uses up their own places, not those of its owner. */
export async function takeForAccount(
  link: LinkContext,
  request: Request,
  { canonicalAddress }: LinkAccount,
): Promise<void> {
  const address = link.addressOf(request)
  await link.take('challengesPerAccount', address === undefined ? canonicalAddress : `${canonicalAddress} ${address}`)
  await link.take('challengesPerAccountInAll', canonicalAddress)
}
