import { handoffPaths, parseHandoffDigits, parseHandoffRequest } from '@hawser/wire'
import type { Hono } from 'hono'
import { readHandoff } from '../handoff/changeHandoff.ts'
import { createFollowers, streamChanges, waitForChange } from '../handoff/follow.ts'
import type { HandoffContext } from '../handoff/handoffContext.ts'
import {
  cancelHandoff,
  finishHandoff,
  formatStatus,
  handoffOfSession,
  renewHandoff,
  startHandoff,
  undoHandoff,
} from '../handoff/screen.ts'
import type { LinkEnv } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import { canonicalAddressOf } from '../wallets/linkedWallets.ts'

const oneHandoff = `${handoffPaths.screen}/:id` as const

/** A handoff as the screen that starts it has it: all in the session of its host user. */
export function addHandoffScreenRoutes(app: Hono<LinkEnv>, link: HandoffContext): void {
  const { take, logEvent } = link
  const followers = createFollowers()

  app.post(handoffPaths.screen, async (context) => {
    const hostUser = context.get('hostUser')
    await take('handoffsPerUser', hostUser.id)
    const asked = parseHandoffRequest(await readJsonBody(context.req.raw))
    await link.purge()
    const started = await startHandoff(link, hostUser, asked)
    logEvent('handoff-started', { userId: hostUser.id })
    return context.json(started, 201)
  })

  app.post(`${oneHandoff}/renew`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('handoffsPerUser', hostUser.id)
    return context.json(await renewHandoff(link, hostUser, context.req.param('id')), 201)
  })

  app.get(oneHandoff, async (context) => {
    const hostUser = context.get('hostUser')
    await take('handoffLooks', `screen ${hostUser.id}`)
    const { signal } = context.req.raw
    const key = handoffOfSession(hostUser, context.req.param('id'))
    const found = await readHandoff(link, key)
    // Nobody reads what follows the head of it, and nobody would end it.
    if (context.req.method === 'HEAD') return context.json(await formatStatus(link, found))
    const leave = followers.enter(key.id)
    if (context.req.header('accept')?.includes('text/event-stream'))
      return streamChanges(link, key, { signal, leave, format: (handoff) => formatStatus(link, handoff) })
    try {
      const after = Number(context.req.query('after') ?? 0)
      const handoff = await waitForChange(link, key, { after: Number.isSafeInteger(after) ? after : 0, signal })
      return context.json(await formatStatus(link, handoff))
    } finally {
      leave()
    }
  })

  app.post(`${oneHandoff}/finish`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('proofsPerUser', `digits ${hostUser.id}`)
    const { digits } = parseHandoffDigits(await readJsonBody(context.req.raw))
    const asked = { request: context.req.raw, hostUser, id: context.req.param('id'), digits }
    const { wallet, released, isNew } = await finishHandoff(link, asked)
    link.notifyReleased(released, link.now())
    if (isNew) link.notifyLinked({ hostUserId: hostUser.id, wallet, by: 'handoff' })
    logEvent('linked', { userId: hostUser.id, account: parseLinkAccount(wallet.accountId).canonicalAddress })
    return context.json(wallet, 201)
  })

  app.post(`${oneHandoff}/undo`, async (context) => {
    const hostUser = context.get('hostUser')
    await take('changesPerUser', hostUser.id)
    const removed = await undoHandoff(link, hostUser, context.req.param('id'))
    logEvent('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  })

  app.delete(oneHandoff, async (context) => {
    const hostUser = context.get('hostUser')
    await take('changesPerUser', hostUser.id)
    await cancelHandoff(link, hostUser, context.req.param('id'))
    logEvent('handoff-ended', { userId: hostUser.id })
    return context.body(null, 204)
  })
}
