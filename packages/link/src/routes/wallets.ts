import { NotFoundError, parseHistoryQuery, parseWalletChange } from '@hawser/wire'
import type { Handler } from 'hono'
import type { LinkContext } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import { canonicalAddressOf, formatLinkedWallet } from '../wallets/linkedWallets.ts'
import type { UserEnv, WithId } from './access.ts'

// Each call of the store names the host user, so that no user reads or changes another's wallets.

/** Lists the linked wallets. */
export function listWallets({ store }: LinkContext): Handler<UserEnv> {
  return async (context) => {
    // HEAD only asks if a visitor is signed in, which is known by now, so no list is read.
    if (context.req.method === 'HEAD') return context.body(null)
    return context.json({ wallets: (await store.linkedWallets(context.get('hostUser').id)).map(formatLinkedWallet) })
  }
}

/** Lists one page of the wallets' events. */
export function listHistory({ store }: LinkContext): Handler<UserEnv> {
  return async (context) => {
    const { before, limit } = parseHistoryQuery(new URL(context.req.url).searchParams)
    // One extra event shows that another page follows.
    const events = await store.history(context.get('hostUser').id, { before, limit: limit + 1 })
    const page = events.slice(0, limit)
    return context.json({ events: page, ...(events.length > limit ? { before: page.at(-1)?.number } : {}) })
  }
}

/** Renames a wallet, or makes it the primary one. */
export function changeWallet({ store, now, take, logEvent }: LinkContext): Handler<UserEnv, WithId> {
  return async (context) => {
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
  }
}
