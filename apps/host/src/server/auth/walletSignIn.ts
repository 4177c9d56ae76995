import type { LinkOptions, LinkStore } from '@hawser/link'
import { VisitorGoneError } from '../../errors.ts'
import { parseBrowserLabel } from './browserLabel.ts'
import type { Auth } from './createAuth.ts'
import { findVisitor, readMayLinkForMs } from './findVisitor.ts'
import { readSessionCookie } from './visitor.ts'

/** Connects `createLink` to Better Auth. Wallets of anonymous visitors, who cannot come back, sign nobody in. */
export function createWalletSignIn(
  auth: Auth,
): Required<Pick<LinkOptions, 'hostUser' | 'isLoginFactor' | 'signIn' | 'mayLink' | 'mayUnlink' | 'mayUnlinkLast'>> {
  return {
    hostUser: (request) => findVisitor(auth, request),
    isLoginFactor: true,
    signIn: {
      session: async (request) => (await findVisitor(auth, request))?.sessionId,
      async describe({ headers }) {
        const { browser, system } = parseBrowserLabel(headers.get('user-agent'))
        return [browser ?? 'a browser', ...(system === undefined ? [] : [system])].join(' on ')
      },
      async complete(request, { hostUserId, wallet }) {
        const body = { userId: hostUserId, provenAt: wallet.linkedAt }
        const begun = await auth.api
          .signInWallet({ body, headers: request.headers, returnHeaders: true })
          .catch(passGone)
        if (begun === 'session-ended') return begun
        const cookie = begun.response && readSessionCookie(begun.headers)
        return cookie ? { 'set-cookie': cookie } : undefined
      },
    },
    mayLink: async (hostUser) => (await readMayLinkForMs(auth, hostUser)) !== 0,
    // The password is enough, because the wallet can be lost or stolen.
    mayUnlink: async (hostUser) => ((await readMayLinkForMs(auth, hostUser)) ?? 0) > 0,
    // Every account has a password, and an anonymous visitor has no way to sign in.
    mayUnlinkLast: async () => true,
  }
}

function passGone(error: unknown): 'session-ended' {
  if (error instanceof VisitorGoneError) return 'session-ended'
  throw error
}

/** Asks for new proofs of a new account's wallets: an earlier user of this browser may have linked them. */
export async function askForProofs(
  store: Pick<LinkStore, 'linkedWallets' | 'setWalletStatus'>,
  hostUserId: string,
): Promise<void> {
  for (const { id } of await store.linkedWallets(hostUserId))
    await store.setWalletStatus({ hostUserId, id, status: 're-prove', at: Date.now() })
}
