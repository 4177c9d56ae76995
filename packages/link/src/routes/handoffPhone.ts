import { parseChallengeRequest, parseHandoffSecret, parseProof } from '@hawser/wire'
import type { Handler } from 'hono'
import { HandoffElsewhereError } from '../errors.ts'
import { type HandoffKey, readHandoff, refuseHandoff } from '../handoff/changeHandoff.ts'
import type { HandoffContext } from '../handoff/handoffContext.ts'
import type { HandoffPage } from '../handoff/page.ts'
import {
  claimHandoff,
  declineHandoff,
  formatPhoneStatus,
  handoffOfGrant,
  issueHandoffChallenge,
  proveHandoff,
  reportMissingWallet,
  rotateHandoffSecret,
} from '../handoff/phone.ts'
import { hashSecret } from '../handoff/secrets.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { PhoneEnv, WithId } from './access.ts'
import { readAccount, takeForAccount } from './challenges.ts'

/**
 * A handler of a phone's route. These routes count by secret or grant, not by handoff. So a stranger with an id, or with a link
 * that leaked before the hop, cannot use up the visitor's limit.
 */
type Phone = (link: HandoffContext) => Handler<PhoneEnv, WithId>

/** Answers with the texts of the page in another language. */
export function answerTexts(page: HandoffPage): Handler<PhoneEnv, '/:language'> {
  return async (context) => (await page.answerTexts(context.req.param('language'))) ?? context.notFound()
}

/** Replaces the secret of the code. */
export const hop: Phone = (link) => async (context) => {
  const { secret } = parseHandoffSecret(await readJsonBody(context.req.raw))
  const id = context.req.param('id')
  await link.take('proofsPerUser', `hop ${hashSecret(secret)}`)
  return context.json(await rotateHandoffSecret(link, id, secret))
}

/** Records that the page's browser has no wallet. */
export const reportNoWallet: Phone = (link) => async (context) => {
  const { secret } = parseHandoffSecret(await readJsonBody(context.req.raw))
  const id = context.req.param('id')
  await link.take('proofsPerUser', `no wallet ${hashSecret(secret)}`)
  await reportMissingWallet(link, id, secret)
  return context.body(null, 204)
}

/** Gives the grant to the first phone that asks. */
export const claim: Phone = (link) => async (context) => {
  const { secret } = parseHandoffSecret(await readJsonBody(context.req.raw))
  const id = context.req.param('id')
  await link.take('proofsPerUser', `claim ${hashSecret(secret)}`)
  const { hostUserId, ...grant } = await claimHandoff(link, id, secret).catch((error: unknown) => {
    // Another person may have the code. An operator who sees many of these events should investigate.
    if (error instanceof HandoffElsewhereError) link.logEvent('handoff-ended', { code: error.code })
    throw error
  })
  link.logEvent('handoff-claimed', { userId: hostUserId })
  return context.json(grant)
}

/** Answers with the phone's view of the handoff. */
export const look: Phone = (link) => async (context) => {
  const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
  // The store must not keep a bucket for each made-up grant: no limit by address applies to a GET.
  const handoff = await readHandoff(link, key)
  await link.take('handoffLooks', `phone ${hashSecret(grant)}`)
  return context.json(formatPhoneStatus(handoff, grant))
}

/** Issues the text to link an account. A grant allows one account and one link. */
export const issueText: Phone = (link) => async (context) => {
  const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
  await link.take('challengesPerUser', `handoff ${hashSecret(grant)}`)
  const asked = parseChallengeRequest(await readJsonBody(context.req.raw), 'link')
  const handoff = await readHandoff(link, key)
  const account = readAccount(asked.accountId, link.chains)
  await takeForAccount(link, context.req.raw, account)
  const challenge = await issueHandoffChallenge(link, handoff, { account, walletName: asked.walletName })
  link.logEvent('challenged', { userId: handoff.hostUserId, account: account.canonicalAddress })
  return context.json(challenge, 201)
}

/** Checks the signature. The account is linked only after the digits. */
export const prove: Phone = (link) => async (context) => {
  const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
  await link.take('proofsPerUser', `handoff ${hashSecret(grant)}`)
  const proof = parseProof(await readJsonBody(context.req.raw), 'link')
  const handoff = await proveHandoff(link, key, { proof, grant })
  link.logEvent('handoff-proven', { userId: handoff.hostUserId })
  return context.json(formatPhoneStatus(handoff, grant), 201)
}

/** Ends the handoff on the phone. */
export const decline: Phone = (link) => async (context) => {
  const { key, grant } = readGrant(context.req.raw, context.req.param('id'))
  await link.take('proofsPerUser', `decline ${hashSecret(grant)}`)
  await declineHandoff(link, key)
  link.logEvent('handoff-ended', {})
  return context.body(null, 204)
}

/** @throws HandoffUnknownError - in the same words for a missing and a wrong grant */
function readGrant(request: Request, id: string): { readonly key: HandoffKey; readonly grant: string } {
  const [, grant] = /^Handoff +([A-Za-z0-9_-]{43})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (grant === undefined) throw refuseHandoff('unknown')
  return { key: handoffOfGrant(id, grant), grant }
}
