import { signInPath } from '@hawser/wire'
import type { Hono } from 'hono'
import { readSigningVisitor, signInByProof } from '../challenge/signIn.ts'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import { readSignature } from '../http/readSignature.ts'
import type { SignInOptions } from '../options/signInOptions.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'

/** Answers to challenges of the purpose `sign-in`: who holds the wallet is signed in. */
export function addSignInRoute(app: Hono<LinkEnv>, link: LinkContext, signIn: SignInOptions): void {
  app.post(signInPath, async (context) => {
    const request = context.req.raw
    const visitor = await readSigningVisitor(signIn, request)
    await link.take('proofsPerUser', visitor.id)
    const proof = await readSignature(request)
    const { hostUserId, wallet, headers } = await signInByProof(link, { request, signIn, visitor, proof })
    const { canonicalAddress } = parseLinkAccount(wallet.accountId)
    link.logEvent('signed-in', { userId: hostUserId, account: canonicalAddress })
    for (const [name, value] of headers) context.header(name, value, { append: true })
    return context.json(wallet)
  })
}
