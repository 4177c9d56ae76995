import { type AccountId, type ChainId, linkPaths, parseChallengeRequest } from '@hawser/wire'
import type { Hono } from 'hono'
import { issueChallenge } from '../challenge.ts'
import { UnsupportedAccountError } from '../errors.ts'
import { checkMayLink } from '../hostUser.ts'
import { type LinkAccount, parseLinkAccount } from '../linkAccount.ts'
import type { LinkContext, LinkEnv } from '../linkContext.ts'
import { issueOneTap } from '../oneTap.ts'
import { readJsonBody } from '../readJsonBody.ts'
import { issueReleaseChallenge } from '../release.ts'
import { issueUnlinkChallenge } from '../unlink.ts'

/** Texts to sign: to link an account, to link whichever account approves (one-tap), to unlink, and to take a wallet from others. */
export function addChallengeRoute(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, domain, uri, chains, now, randomBytes, take, tell } = link
  app.post(linkPaths.challenges, async (context) => {
    const hostUser = context.get('hostUser')
    await take('challengesPerUser', hostUser.id)
    const asked = parseChallengeRequest(await readJsonBody(context.req.raw))
    const world = { store, hostUser, domain, uri, now: now(), randomBytes }
    if ('chains' in asked) {
      await checkMayLink(link, hostUser)
      const { challenge, authentication } = await issueOneTap({ ...world, asked, chains })
      tell('challenged', { userId: hostUser.id })
      return context.json({ challengeId: challenge.id, authentication, expiresAt: challenge.expiresAt }, 201)
    }
    if ('unlink' in asked) {
      const { id, message, expiresAt } = await issueUnlinkChallenge({ ...world, walletId: asked.unlink })
      tell('challenged', { userId: hostUser.id })
      return context.json({ challengeId: id, message, expiresAt }, 201)
    }
    const account = readAccount('release' in asked ? asked.release : asked.accountId, chains)
    await takeForAccount(link, context.req.raw, account)
    if (!('release' in asked)) await checkMayLink(link, hostUser)
    const { id, message, expiresAt } = await ('release' in asked
      ? issueReleaseChallenge({ ...world, account })
      : issueChallenge({ ...world, account, walletName: asked.walletName }))
    tell('challenged', { userId: hostUser.id, account: account.canonicalAddress })
    return context.json({ challengeId: id, message, expiresAt }, 201)
  })
}

function readAccount(accountId: AccountId, chains: readonly ChainId[]): LinkAccount {
  const account = parseLinkAccount(accountId)
  if (!chains.includes(account.chainId))
    throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
  return account
}

/** Addresses of wallets are public: whoever asks for one over and over uses up their own places, not those of its owner. */
async function takeForAccount(link: LinkContext, request: Request, { canonicalAddress }: LinkAccount): Promise<void> {
  const address = link.addressOf(request)
  await link.take('challengesPerAccount', address === undefined ? canonicalAddress : `${canonicalAddress} ${address}`)
  await link.take('challengesPerAccountInAll', canonicalAddress)
}
