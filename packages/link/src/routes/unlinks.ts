import { InvalidLinkBodyError, linkPaths, type Proof, parseProof } from '@hawser/wire'
import type { Hono } from 'hono'
import { NotFoundError, ProofRequiredError } from '../errors.ts'
import type { LinkContext, LinkEnv } from '../linkContext.ts'
import { canonicalAddressOf } from '../linkedWallets.ts'
import { readJsonBody } from '../readJsonBody.ts'
import { releaseByProof } from '../release.ts'
import { unlinkByProof } from '../unlink.ts'

/** The ends of links: by the session, by the wallet's own signature, and by that in other accounts. */
export function addUnlinkRoutes(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, now, take, tell } = link
  app.delete(`${linkPaths.wallets}/:id`, async (context) => {
    const hostUserId = context.get('hostUser').id
    await take('changesPerUser', hostUserId)
    // A link that no longer counts is no way to sign in, and its wallet may have nobody left who signs.
    const only = link.isLoginFactor === true ? 'inactive' : undefined
    const removed = await store.removeLinkedWallet({ hostUserId, id: context.req.param('id'), at: now(), only })
    // In the same words for a wallet that is not there.
    if (only !== undefined && (removed === undefined || removed === 'kept'))
      throw new ProofRequiredError('This wallet is a way to sign in. Sign with it to unlink it.')
    if (removed === undefined || removed === 'kept') throw new NotFoundError('There is no such linked wallet.')
    tell('unlinked', { userId: hostUserId, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  })
  app.post(`${linkPaths.wallets}/:id/unlink`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('proofsPerUser', hostUser.id)
    const proof = await readSignature(context.req.raw)
    const asked = { request: context.req.raw, hostUser, walletId: context.req.param('id'), proof }
    const removed = await unlinkByProof(link, asked)
    tell('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  })
  app.post(`${linkPaths.wallets}/release`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('proofsPerUser', hostUser.id)
    const proof = await readSignature(context.req.raw)
    const { canonicalAddress } = await releaseByProof(link, { request: context.req.raw, hostUser, proof })
    tell('released', { userId: hostUser.id, account: canonicalAddress })
    return context.body(null, 204)
  })
}

async function readSignature(request: Request): Promise<Proof> {
  const proof = parseProof(await readJsonBody(request))
  if ('cacao' in proof) throw new InvalidLinkBodyError('The body may hold challengeId and signature only.')
  return proof
}
