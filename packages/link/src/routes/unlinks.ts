import { parseProof } from '@hawser/wire'
import type { Handler } from 'hono'
import { releaseByProof } from '../challenge/release.ts'
import { unlinkByProof, unlinkFactor } from '../challenge/unlink.ts'
import { ProofRequiredError } from '../errors.ts'
import type { LinkContext } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'
import { canonicalAddressOf } from '../wallets/linkedWallets.ts'
import type { UserEnv, WithId } from './access.ts'

/** Unlinks a wallet in the session of its host user. */
export function unlinkInSession(link: LinkContext): Handler<UserEnv, WithId> {
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('changesPerUser', hostUser.id)
    const removed = await unlinkBySession(link, hostUser, context.req.param('id'))
    link.logEvent('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  }
}

/** Unlinks a wallet by its own signature. */
export function unlinkWithProof(link: LinkContext): Handler<UserEnv, WithId> {
  return async (context) => {
    const request = context.req.raw
    const hostUser = context.get('hostUser')
    await link.take('proofsPerUser', hostUser.id)
    const proof = parseProof(await readJsonBody(request), 'unlink')
    const removed = await unlinkByProof(link, { request, hostUser, walletId: context.req.param('id'), proof })
    link.logEvent('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  }
}

/** Takes a wallet from the other host users who hold it, by its own signature. */
export function releaseWallet(link: LinkContext): Handler<UserEnv> {
  return async (context) => {
    const request = context.req.raw
    const hostUser = context.get('hostUser')
    await link.take('proofsPerUser', hostUser.id)
    const proof = parseProof(await readJsonBody(request), 'release')
    const { canonicalAddress } = await releaseByProof(link, { request, hostUser, proof })
    link.logEvent('released', { userId: hostUser.id, account: canonicalAddress })
    return context.body(null, 204)
  }
}

/**
 * Unlinks without the wallet, which may be lost or stolen. For a wallet that is a way to sign in, the host app must require a
 * step-up.
 * @throws ProofRequiredError, NotFoundError, LastFactorError
 */
async function unlinkBySession(link: LinkContext, hostUser: HostUser, walletId: string): Promise<LinkedWalletRow> {
  const at = link.now()
  if (link.isLoginFactor !== true || (await link.mayUnlink?.(hostUser)) === true)
    return unlinkFactor(link, { hostUser, walletId, at })
  // An inactive link is no way to sign in, and its wallet may have no one left who can sign.
  const removed = await link.store.removeLinkedWallet({ hostUserId: hostUser.id, id: walletId, at, only: 'inactive' })
  // The message is the same for a wallet that does not exist.
  if (removed === undefined || removed === 'kept')
    throw new ProofRequiredError('This wallet is a way to sign in. Sign with it to unlink it.')
  return removed
}
