import { linkPaths, NotFoundError, parseHistoryQuery, parseWalletChange } from '@hawser/wire'
import type { Hono } from 'hono'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import { canonicalAddressOf, formatLinkedWallet } from '../wallets/linkedWallets.ts'

/** A host user's own wallets: list, rename, set primary, history. Each store call names the host user. */
export function addWalletRoutes(app: Hono<LinkEnv>, link: LinkContext): void {
  const { store, now, take, logEvent } = link
  app.get(linkPaths.wallets, async (context) => {
    // Whether anybody is signed in, which is all a HEAD asks, is known by now: no list is read for it.
    if (context.req.method === 'HEAD') return context.body(null)
    return context.json({ wallets: (await store.linkedWallets(context.get('hostUser').id)).map(formatLinkedWallet) })
  })
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
    logEvent('changed', { userId: hostUserId, account: canonicalAddressOf(wallet) })
    return context.json(formatLinkedWallet(wallet))
  })
}
