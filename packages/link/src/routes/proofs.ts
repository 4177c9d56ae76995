import { linkPaths, parseProof } from '@hawser/wire'
import type { Hono } from 'hono'
import { answerChallenge } from '../answerChallenge.ts'
import { UnsupportedAccountError } from '../errors.ts'
import { checkMayLink, confirmHostUser } from '../hostUser.ts'
import { parseLinkAccount } from '../linkAccount.ts'
import type { LinkContext, LinkEnv } from '../linkContext.ts'
import { putLinkedWallet } from '../linkedWallets.ts'
import { verifyCacao } from '../oneTap.ts'
import { readJsonBody } from '../readJsonBody.ts'
import { verifyProof } from '../verifyProof.ts'

/** Answers to challenges: a proven account becomes a linked wallet. */
export function addProofRoute(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, domain, uri, chains, now, randomBytes, reach, take, tell } = link
  app.post(linkPaths.proofs, async (context) => {
    const hostUser = context.get('hostUser')
    const { id: hostUserId, sessionId } = hostUser
    await take('proofsPerUser', hostUserId)
    const proof = parseProof(await readJsonBody(context.req.raw))
    // Before anything is used up: after the step-up the same answer is good.
    await checkMayLink(link, hostUser)
    const time = now()
    const confirm = () => confirmHostUser(link, context.req.raw, hostUser)
    const key = { store, id: proof.challengeId, hostUserId, sessionId, now: time, confirm }
    // Consumed first: a wrong signature burns the challenge, and of fifty equal proofs one gets this far.
    if ('cacao' in proof) {
      const { cacao, walletName } = proof
      const { account } = await answerChallenge({ ...key, purpose: 'one-tap' }, (challenge) =>
        verifyCacao({ challenge, cacao, domain, uri, chains, now: time, reach }),
      )
      const wallet = await putLinkedWallet({ ...key, account, challengeId: key.id, walletName, randomBytes })
      tell('linked', { userId: hostUserId, account: account.canonicalAddress })
      return context.json(wallet, 201)
    }
    const { challenge, account } = await answerChallenge({ ...key, purpose: 'link' }, async (challenge) => {
      // Asked for while it still was one of them.
      if (!chains.includes(parseLinkAccount(challenge.accountId).chainId))
        throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
      return await verifyProof({ challenge, signature: proof.signature, domain, uri, now: time, reach })
    })
    const { walletName } = challenge
    const wallet = await putLinkedWallet({ ...key, account, challengeId: key.id, walletName, randomBytes })
    tell('linked', { userId: hostUserId, account: account.canonicalAddress })
    return context.json(wallet, 201)
  })
}
