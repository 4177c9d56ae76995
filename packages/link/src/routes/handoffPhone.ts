import { handoffPaths, InvalidLinkBodyError, linkPaths, parseChallengeRequest, parseHandoffSecret } from '@hawser/wire'
import type { Hono } from 'hono'
import { HandoffElsewhereError, HandoffUnknownError } from '../errors.ts'
import { type HandoffKey, readHandoff } from '../handoff/changeHandoff.ts'
import type { HandoffContext } from '../handoff/handoffContext.ts'
import { createHandoffPage } from '../handoff/page.ts'
import {
  claimHandoff,
  declineHandoff,
  formatPhoneStatus,
  handoffOfGrant,
  hopHandoff,
  issueHandoffChallenge,
  missWallet,
  proveHandoff,
} from '../handoff/phone.ts'
import { hashSecret } from '../handoff/secrets.ts'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import { readSignature } from '../http/readSignature.ts'
import { readAccount, takeForAccount } from './challenges.ts'

const oneHandoff = `${handoffPaths.phone}/:id` as const

/** Whether a path is one of the phone's, which has no session: what lets it in is a secret or a grant. */
export function isPhonePath(
  { basePath = '', handoff }: Pick<LinkContext, 'basePath' | 'handoff'>,
  path: string,
): boolean {
  const page = `${basePath}${handoffPaths.phone}`
  return handoff !== undefined && (path === page || path.startsWith(`${page}/`))
}

/**
 * A handoff as the phone has it, and the page it is shown on. Limits are counted by secret or grant, not by handoff: an id alone, or a
 * link that leaked before the hop, uses up nobody's.
 */
export function addHandoffPhoneRoutes(app: Hono<LinkEnv>, link: HandoffContext): void {
  const { take, logEvent, chains } = link

  const page = createHandoffPage()
  // Opening it changes nothing, however often and by whom.
  app.get(handoffPaths.phone, ({ req }) => page.answer(req.raw))
  app.get(
    `${handoffPaths.phone}/texts/:language`,
    async (context) => (await page.answerTexts(context.req.param('language'))) ?? context.notFound(),
  )

  app.post(`${oneHandoff}/hop`, async (context) => {
    const { secret } = parseHandoffSecret(await readJsonBody(context.req.raw))
    const id = context.req.param('id')
    await take('proofsPerUser', `hop ${hashSecret(secret)}`)
    return context.json(await hopHandoff(link, id, secret))
  })

  app.post(`${oneHandoff}/no-wallet`, async (context) => {
    const { secret } = parseHandoffSecret(await readJsonBody(context.req.raw))
    const id = context.req.param('id')
    await take('proofsPerUser', `no wallet ${hashSecret(secret)}`)
    await missWallet(link, id, secret)
    return context.body(null, 204)
  })

  app.post(`${oneHandoff}/claim`, async (context) => {
    const { secret } = parseHandoffSecret(await readJsonBody(context.req.raw))
    const id = context.req.param('id')
    await take('proofsPerUser', `claim ${hashSecret(secret)}`)
    const { hostUserId, ...grant } = await claimHandoff(link, id, secret).catch((error: unknown) => {
      // Somebody else may hold the code: an operator who sees many of these looks into it.
      if (error instanceof HandoffElsewhereError) logEvent('handoff-ended', { code: error.code })
      throw error
    })
    logEvent('handoff-claimed', { userId: hostUserId })
    return context.json(grant)
  })

  app.get(oneHandoff, async (context) => {
    const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
    await take('handoffLooks', `phone ${hashSecret(grant)}`)
    return context.json(formatPhoneStatus(await readHandoff(link, key), grant))
  })

  app.post(`${oneHandoff}${linkPaths.challenges}`, async (context) => {
    const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
    await take('challengesPerUser', `handoff ${hashSecret(grant)}`)
    const asked = parseChallengeRequest(await readJsonBody(context.req.raw))
    // Not to unlink, to release, to sign in, nor in one tap: a grant is for one account and one link.
    if (!('accountId' in asked)) throw new InvalidLinkBodyError('The body may hold accountId and walletName only.')
    const handoff = await readHandoff(link, key)
    const account = readAccount(asked.accountId, chains)
    await takeForAccount(link, context.req.raw, account)
    const challenge = await issueHandoffChallenge(link, handoff, { account, walletName: asked.walletName })
    logEvent('challenged', { userId: handoff.hostUserId, account: account.canonicalAddress })
    return context.json(challenge, 201)
  })

  app.post(`${oneHandoff}${linkPaths.proofs}`, async (context) => {
    const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
    await take('proofsPerUser', `handoff ${hashSecret(grant)}`)
    const proof = await readSignature(context.req.raw)
    const handoff = await proveHandoff(link, key, { proof, grant })
    logEvent('handoff-proven', { userId: handoff.hostUserId })
    return context.json(formatPhoneStatus(handoff, grant), 201)
  })

  app.post(`${oneHandoff}/decline`, async (context) => {
    const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
    await take('proofsPerUser', `decline ${hashSecret(grant)}`)
    await declineHandoff(link, key)
    logEvent('handoff-ended', {})
    return context.body(null, 204)
  })
}

/** @throws HandoffUnknownError - in the same words for none and for a wrong one */
function readGrant(request: Request, id: string): { readonly key: HandoffKey; readonly grant: string } {
  const [, grant] = /^Handoff +([A-Za-z0-9_-]{43})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (grant === undefined)
    throw new HandoffUnknownError('This code is unknown or was replaced by a newer one. Start again.')
  return { key: handoffOfGrant(id, grant), grant }
}
