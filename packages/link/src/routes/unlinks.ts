import { linkPaths } from '@hawser/wire'
import type { Hono } from 'hono'
import { releaseByProof } from '../challenge/release.ts'
import { unlinkByProof, unlinkFactor } from '../challenge/unlink.ts'
import { ProofRequiredError } from '../errors.ts'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import { readSignature } from '../http/readSignature.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'
import { canonicalAddressOf } from '../wallets/linkedWallets.ts'

/** The ends of links: by the session, by the wallet's own signature, and by that in other accounts. */
export function addUnlinkRoutes(app: Hono<LinkEnv>, link: LinkContext): void {
  const { take, logEvent } = link
  app.delete(`${linkPaths.wallets}/:id`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('changesPerUser', hostUser.id)
    const removed = await unlinkBySession(link, hostUser, context.req.param('id'))
    logEvent('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  })
  app.post(`${linkPaths.wallets}/:id/unlink`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('proofsPerUser', hostUser.id)
    const proof = await readSignature(context.req.raw)
    const asked = { request: context.req.raw, hostUser, walletId: context.req.param('id'), proof }
    const removed = await unlinkByProof(link, asked)
    logEvent('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  })
  app.post(`${linkPaths.wallets}/release`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('proofsPerUser', hostUser.id)
    const proof = await readSignature(context.req.raw)
    const { canonicalAddress } = await releaseByProof(link, { request: context.req.raw, hostUser, proof })
    logEvent('released', { userId: hostUser.id, account: canonicalAddress })
    return context.body(null, 204)
  })
}

/**
 * Without the wallet, which may be lost or stolen: where it is a way to sign in, only after a step-up of the host app's.
 * @throws ProofRequiredError, NotFoundError, LastFactorError
 */
async function unlinkBySession(link: LinkContext, hostUser: HostUser, walletId: string): Promise<LinkedWalletRow> {
  const at = link.now()
  if (link.isLoginFactor !== true || (await link.mayUnlink?.(hostUser)) === true)
    return unlinkFactor(link, { hostUser, walletId, at })
  // A link that no longer counts is no way to sign in, and its wallet may have nobody left who signs.
  const removed = await link.store.removeLinkedWallet({ hostUserId: hostUser.id, id: walletId, at, only: 'inactive' })
  // In the same words for a wallet that is not there.
  if (removed === undefined || removed === 'kept')
    throw new ProofRequiredError('This wallet is a way to sign in. Sign with it to unlink it.')
  return removed
}
