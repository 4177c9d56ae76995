import { InvalidLinkBodyError, linkPaths, parseHistoryQuery, parseProof, parseWalletChange } from '@hawser/wire'
import type { Hono } from 'hono'
import { NotFoundError, ProofRequiredError } from '../errors.ts'
import type { LinkContext, LinkEnv } from '../linkContext.ts'
import { formatLinkedWallet, removeLinkedWallet } from '../linkedWallets.ts'
import { readJsonBody } from '../readJsonBody.ts'
import { unlinkByProof } from '../unlink.ts'

/** A host user's own wallets: list, rename, set primary, unlink, history. Each store call is told whose. */
export function addWalletRoutes(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, now, take, tell } = link
  app.get(linkPaths.wallets, async (context) =>
    context.json({ wallets: (await store.linkedWallets(context.get('hostUser').id)).map(formatLinkedWallet) }),
  )
  app.get(linkPaths.history, async (context) => {
    const { before, limit } = parseHistoryQuery(new URL(context.req.url).searchParams)
    // One more than asked for tells whether there is another page.
    const events = await store.history(context.get('hostUser').id, { before, limit: limit + 1 })
    const page = events.slice(0, limit)
    return context.json({ events: page, ...(events.length > limit ? { before: page.at(-1)?.number } : {}) })
  })
  app.patch(`${linkPaths.wallets}/:id`, async (context) => {
    const hostUserId = context.get('hostUser').id
    await take('changesPerUser', hostUserId)
    const change = parseWalletChange(await readJsonBody(context.req.raw))
    const key = { hostUserId, id: context.req.param('id'), at: now() }
    const wallet = await ('label' in change
      ? store.renameLinkedWallet({ ...key, label: change.label })
      : store.setPrimaryWallet(key))
    if (wallet === undefined) throw new NotFoundError('There is no such linked wallet.')
    tell('changed', { userId: hostUserId, account: wallet.address })
    return context.json(formatLinkedWallet(wallet))
  })
  app.delete(`${linkPaths.wallets}/:id`, async (context) => {
    const hostUserId = context.get('hostUser').id
    await take('changesPerUser', hostUserId)
    if (link.isLoginFactor === true)
      throw new ProofRequiredError('This wallet is a way to sign in. Sign with it to unlink it.')
    await removeLinkedWallet({ store, hostUserId, id: context.req.param('id'), now: now() })
    tell('unlinked', { userId: hostUserId })
    return context.body(null, 204)
  })
  app.post(`${linkPaths.wallets}/:id/unlink`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('proofsPerUser', hostUser.id)
    const proof = parseProof(await readJsonBody(context.req.raw))
    if ('cacao' in proof) throw new InvalidLinkBodyError('The body may hold challengeId and signature only.')
    await unlinkByProof(link, { hostUser, walletId: context.req.param('id'), proof })
    tell('unlinked', { userId: hostUser.id })
    return context.body(null, 204)
  })
}
