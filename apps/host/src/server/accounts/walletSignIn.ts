import type { HostUser, LinkOptions, LinkStore } from '@hawser/link'
import { VisitorGoneError } from '../../errors.ts'
import type { CookieSessions } from '../sessions/cookieSessions.ts'
import type { Accounts } from './accounts.ts'
import type { FreshPasswordMs } from './freshPassword.ts'

/**
 * What the link API needs to know where a linked wallet is a way to sign in. A wallet signs in to the account that holds it;
 * nobody can be an anonymous visitor again, so those who have one are signed in by nothing.
 */
export function createWalletSignIn(options: {
  readonly accounts: Accounts
  readonly freshPasswordMs: FreshPasswordMs
  readonly findAsker: CookieSessions['findAsker']
  readonly formatCookie: (token: string) => string
  /** Frees what a visitor held, if nobody can be them any more. */
  readonly free: (visitorId: string) => Promise<void>
}): Required<Pick<LinkOptions, 'isLoginFactor' | 'signIn' | 'mayLink' | 'mayUnlink' | 'mayUnlinkLast'>> {
  const { accounts, freshPasswordMs, findAsker, formatCookie, free } = options
  // A session begun by a wallet is no step-up: whoever had the owner sign for it would add a wallet of their own, and stay.
  const gavePasswordLately = async (hostUser: HostUser) => (await freshPasswordMs(hostUser)) > 0
  return {
    isLoginFactor: true,
    signIn: {
      session: async (request) => (await findAsker(request)).visitor?.sessionId,
      async describe(request) {
        const { browser, system } = (await findAsker(request)).browser
        return [browser ?? 'a browser', ...(system === undefined ? [] : [system])].join(' on ')
      },
      async complete(request, { hostUserId, wallet }) {
        const asker = await findAsker(request)
        if (asker.visitor === undefined) return 'session-ended'
        const signedIn = { visitorId: hostUserId, provenAt: wallet.linkedAt }
        const session = await accounts.signInAs(signedIn, asker).catch(passGone)
        if (session === undefined || session === 'session-ended') return session
        // Before the answer: the wallets of the anonymous visitor who was here can be linked anew at once.
        if (asker.visitor.id !== hostUserId) await free(asker.visitor.id)
        return { 'set-cookie': formatCookie(session.token) }
      },
    },
    mayLink: async (hostUser) => !(await accounts.has(hostUser.id)) || (await gavePasswordLately(hostUser)),
    // The wallet may be lost, or in the hands of somebody else.
    mayUnlink: gavePasswordLately,
    // Who has an account has its password, and nobody signs in as anybody else.
    mayUnlinkLast: async () => true,
  }
}

/** A session that ended meanwhile is told so; everything else is thrown on. */
function passGone(error: unknown): 'session-ended' {
  if (error instanceof VisitorGoneError) return 'session-ended'
  throw error
}

/**
 * Has the wallets of whoever signs up proven once more: who was at this browser before may have linked their own, which would
 * sign them in to the account from then on.
 */
export async function askForProofs(request: {
  readonly store: Pick<LinkStore, 'linkedWallets' | 'setWalletStatus'>
  readonly visitorId: string
  /** Epoch milliseconds. */
  readonly at: number
}): Promise<void> {
  const { store, visitorId: hostUserId, at } = request
  for (const { id } of await store.linkedWallets(hostUserId))
    await store.setWalletStatus({ hostUserId, id, status: 're-prove', at })
}

/** Whether a way to sign in was added: whoever knows the session's token from before is to know it no longer (T-53). */
export function isNewLink(request: Request, response: Response): boolean {
  return request.method === 'POST' && response.status === 201 && new URL(request.url).pathname.endsWith('/proofs')
}
