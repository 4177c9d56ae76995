import type { HostUser } from '@hawser/link'
import type { Auth } from './createAuth.ts'
import { toVisitor, type Visitor } from './visitor.ts'

/** Milliseconds for which a given password lets a session link and unlink wallets, which are ways to sign in. */
export const freshPasswordMs = 30 * 60_000

/** Finds the visitor of a request by their Better Auth session. Undefined: the request has no live session. */
export async function findVisitor(auth: Auth, { headers }: Pick<Request, 'headers'>): Promise<Visitor | undefined> {
  const found = await auth.api.getSession({ headers })
  return found === null ? undefined : toVisitor(found.user, found.session)
}

/** Milliseconds for which the session's password still counts. Undefined for an anonymous visitor, who has none. */
export async function readMayLinkForMs(auth: Auth, hostUser: HostUser): Promise<number | undefined> {
  const { internalAdapter, adapter } = await auth.$context
  const account = await internalAdapter.findCredentialAccount(hostUser.id)
  if (!account) return undefined
  const where = [
    { field: 'id', value: hostUser.sessionId ?? '' },
    { field: 'userId', value: hostUser.id },
  ]
  const session = await adapter.findOne<{ passwordAt: Date | null }>({ model: 'session', where })
  // 0 after a sign-in by wallet: an attacker with one signature could add their own wallet, and stay.
  return session?.passwordAt ? Math.max(0, session.passwordAt.getTime() + freshPasswordMs - Date.now()) : 0
}
