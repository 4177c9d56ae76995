import { parseHandoffDigits, parseHandoffRequest } from '@hawser/wire'
import type { Handler } from 'hono'
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
import { readJsonBody } from '../http/readJsonBody.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import { canonicalAddressOf } from '../wallets/linkedWallets.ts'
import type { UserEnv, WithId } from './access.ts'

/** Starts a handoff in the session of its host user. */
export function start(link: HandoffContext): Handler<UserEnv> {
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('handoffsPerUser', hostUser.id)
    const asked = parseHandoffRequest(await readJsonBody(context.req.raw))
    await link.purge()
    const started = await startHandoff(link, hostUser, asked)
    link.logEvent('handoff-started', { userId: hostUser.id })
    return context.json(started, 201)
  }
}

/** Issues another code for the same handoff. */
export function renew(link: HandoffContext): Handler<UserEnv, WithId> {
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('handoffsPerUser', hostUser.id)
    return context.json(await renewHandoff(link, hostUser, context.req.param('id')), 201)
  }
}

/** Answers with the handoff: at once, after a change (long poll), or with each change (stream). */
export function follow(link: HandoffContext): Handler<UserEnv, WithId> {
  const followers = createFollowers()
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('handoffLooks', `screen ${hostUser.id}`)
    const { signal } = context.req.raw
    const key = handoffOfSession(hostUser, context.req.param('id'))
    const found = await readHandoff(link, key)
    // The body of a HEAD answer is never read, so a stream or a long poll would never end.
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
  }
}

/** Links the account that the phone's wallet signed for, once the digits are correct. */
export function finish(link: HandoffContext): Handler<UserEnv, WithId> {
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('proofsPerUser', `digits ${hostUser.id}`)
    const { digits } = parseHandoffDigits(await readJsonBody(context.req.raw))
    const asked = { request: context.req.raw, hostUser, id: context.req.param('id'), digits }
    const { wallet, released, isNew } = await finishHandoff(link, asked)
    link.notifyReleased(released, link.now())
    if (isNew) link.notifyLinked({ hostUserId: hostUser.id, wallet, by: 'handoff' })
    link.logEvent('linked', { userId: hostUser.id, account: parseLinkAccount(wallet.accountId).canonicalAddress })
    return context.json(wallet, 201)
  }
}

/** Unlinks the wallet that the handoff linked. */
export function undo(link: HandoffContext): Handler<UserEnv, WithId> {
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('changesPerUser', hostUser.id)
    const removed = await undoHandoff(link, hostUser, context.req.param('id'))
    link.logEvent('unlinked', { userId: hostUser.id, account: canonicalAddressOf(removed) })
    return context.body(null, 204)
  }
}

/** Ends the handoff. */
export function cancel(link: HandoffContext): Handler<UserEnv, WithId> {
  return async (context) => {
    const hostUser = context.get('hostUser')
    await link.take('changesPerUser', hostUser.id)
    await cancelHandoff(link, hostUser, context.req.param('id'))
    link.logEvent('handoff-ended', { userId: hostUser.id })
    return context.body(null, 204)
  }
}
