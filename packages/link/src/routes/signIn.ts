import { parseProof } from '@hawser/wire'
import type { Handler } from 'hono'
import { signInByProof } from '../challenge/signIn.ts'
import type { LinkContext } from '../http/linkContext.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { SignInOptions } from '../options/signInOptions.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import type { SessionEnv } from './access.ts'

/** Signs in the host user who holds the wallet that signed. */
export function signIn(link: LinkContext, options: SignInOptions): Handler<SessionEnv> {
  return async (context) => {
    const request = context.req.raw
    const visitor = context.get('visitor')
    await link.take('proofsPerUser', visitor.id)
    const proof = parseProof(await readJsonBody(request), 'signIn')
    const { hostUserId, wallet, headers } = await signInByProof(link, { request, signIn: options, visitor, proof })
    const { canonicalAddress } = parseLinkAccount(wallet.accountId)
    link.logEvent('signed-in', { userId: hostUserId, account: canonicalAddress })
    for (const [name, value] of headers) context.header(name, value, { append: true })
    return context.json(wallet)
  }
}
