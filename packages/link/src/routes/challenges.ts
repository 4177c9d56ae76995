import { linkPaths, parseChallengeRequest } from '@hawser/wire'
import type { Hono } from 'hono'
import { issueChallenge } from '../challenge.ts'
import { UnsupportedAccountError } from '../errors.ts'
import { parseLinkAccount } from '../linkAccount.ts'
import type { LinkContext, LinkEnv } from '../linkContext.ts'
import { issueOneTap } from '../oneTap.ts'
import { readJsonBody } from '../readJsonBody.ts'
import { issueUnlinkChallenge } from '../unlink.ts'

/** Texts to sign: to link an account, to link whichever account approves (one-tap), and to unlink. */
export function addChallengeRoute(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, domain, uri, chains, now, randomBytes, take, tell } = link
  app.post(linkPaths.challenges, async (context) => {
    const hostUser = context.get('hostUser')
    await take('challengesPerUser', hostUser.id)
    const asked = parseChallengeRequest(await readJsonBody(context.req.raw))
    const world = { store, hostUser, domain, uri, now: now(), randomBytes }
    if ('chains' in asked) {
      const { challenge, authentication } = await issueOneTap({ ...world, asked, chains })
      tell('challenged', { userId: hostUser.id })
      return context.json({ challengeId: challenge.id, authentication, expiresAt: challenge.expiresAt }, 201)
    }
    if ('unlink' in asked) {
      const { id, message, expiresAt } = await issueUnlinkChallenge({ ...world, walletId: asked.unlink })
      tell('challenged', { userId: hostUser.id })
      return context.json({ challengeId: id, message, expiresAt }, 201)
    }
    const { accountId, walletName } = asked
    const account = parseLinkAccount(accountId)
    if (!chains.includes(account.chainId))
      throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
    await take('challengesPerAccount', account.canonicalAddress)
    const { id, message, expiresAt } = await issueChallenge({ ...world, account, walletName })
    tell('challenged', { userId: hostUser.id, account: account.canonicalAddress })
    return context.json({ challengeId: id, message, expiresAt }, 201)
  })
}
