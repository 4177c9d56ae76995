import type { HostUser } from '@hawser/link'
import type { Auth } from './createAuth.ts'
import { toVisitor, type Visitor } from './visitor.ts'

/**
 * Milliseconds after its password was given in which a session may link and unlink wallets, each of which is a way to sign in.
 */
export const freshPasswordMs = 30 * 60_000

/** Finds the visitor of a request by their Better Auth session. Undefined: the request has no live session. */
export async function findVisitor(auth: Auth, { headers }: Pick<Request, 'headers'>): Promise<Visitor | undefined> {
  const found = await auth.api.getSession({ headers })
  return found === null ? undefined : toVisitor(found.user, found.session)
}

/**
 * Milliseconds for which the password given in this session still counts. A session that a wallet began has 0: otherwise an
 * attacker with one signature of the owner could add their own wallet, and stay. Undefined for an anonymous visitor, who has no
 * password.
 */
export async function readMayLinkForMs(auth: Auth, hostUser: HostUser): Promise<number | undefined> {
  const { internalAdapter, adapter } = await auth.$context
  const account = await internalAdapter.findCredentialAccount(hostUser.id)
  if (!account) return undefined
  const where = [
    { field: 'id', value: hostUser.sessionId ?? '' },
    { field: 'userId', value: hostUser.id },
  ]
  const session = await adapter.findOne<{ passwordAt: Date | null }>({ model: 'session', where })
  return session?.passwordAt ? Math.max(0, session.passwordAt.getTime() + freshPasswordMs - Date.now()) : 0
}
