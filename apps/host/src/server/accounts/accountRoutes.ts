import type { Link } from '@hawser/link'
import { type Context, Hono } from 'hono'
import { SessionUnknownError, VisitorGoneError } from '../../errors.ts'
import { checkOwnOrigin, readOwnJson } from '../http/readOwnJson.ts'
import type { CookieSessions } from '../sessions/cookieSessions.ts'
import type { SessionList } from '../sessions/sessionList.ts'
import type { NewSession, Visitor, VisitorSessions } from '../sessions/visitorSessions.ts'
import type { Accounts } from './accounts.ts'
import { foldName, parseCredentials, parsePassword } from './credentials.ts'
import type { FreshPasswordMs } from './freshPassword.ts'
import type { HostLimits } from './hostLimits.ts'

/** What each request comes with: the address of its connection, and whom the limits by address count it as. */
export type AccountEnvironment = {
  Bindings: { readonly peer: string | undefined; readonly clientAddress: string | undefined }
}

/** What the page is told of its visitor: `label` as the text that a wallet signs names them. */
export function formatVisitor(
  visitor: Visitor,
  signedLabel: Link['signedLabel'],
): { label: string; name: string | null } {
  return { label: signedLabel(visitor), name: visitor.name ?? null }
}

/** Sign-up, sign-in, sign-out, the password once more, and the sessions of a visitor. Throws AccountErrors for the host to answer. */
export function createAccountRoutes(options: {
  readonly accounts: Accounts
  readonly sessions: Pick<VisitorSessions, 'end'>
  readonly signedLabel: Link['signedLabel']
  readonly sessionList: SessionList
  readonly freshPasswordMs: FreshPasswordMs
  readonly takeSignIn: HostLimits['takeSignIn']
  readonly origin: string
  readonly findAsker: CookieSessions['findAsker']
  readonly readToken: CookieSessions['readToken']
  readonly formatCookie: CookieSessions['formatCookie']
  /** Frees what a visitor held, if nobody can be them any more. Never rejects: the session has changed, and is to be told. */
  readonly free: (visitorId: string) => Promise<void>
  /** What was linked before there was an account is to be proven anew. Never rejects, for the same reason. */
  readonly askForProofs: (visitorId: string) => Promise<void>
}): Hono<AccountEnvironment> {
  const {
    accounts,
    sessions,
    sessionList,
    freshPasswordMs,
    takeSignIn,
    origin,
    findAsker,
    readToken,
    formatCookie,
    free,
    askForProofs,
  } = options
  const routes = new Hono<AccountEnvironment>()

  const findVisitor = async (request: Request): Promise<Visitor> => {
    const { visitor } = await findAsker(request)
    if (visitor === undefined) throw new VisitorGoneError('Your session has ended. Reload the page.')
    return visitor
  }
  const enter = (verb: 'signUp' | 'signIn', status: 200 | 201) => async (context: Context<AccountEnvironment>) => {
    const credentials = parseCredentials(await readOwnJson(context.req.raw, origin))
    await takeSignIn({ nameKey: credentials.nameKey, address: context.env.clientAddress })
    const asker = await findAsker(context.req.raw)
    const { token, visitor }: NewSession = await accounts[verb](credentials, asker)
    // Before the answer: the wallets of the anonymous visitor who was here can be linked anew at once.
    if (asker.visitor !== undefined && asker.visitor.id !== visitor.id) await free(asker.visitor.id)
    if (verb === 'signUp') await askForProofs(visitor.id)
    context.header('Set-Cookie', formatCookie(token))
    return context.json(formatVisitor(visitor, options.signedLabel), status)
  }

  routes.post('/account', enter('signUp', 201))
  routes.post('/session', enter('signIn', 200))
  routes.post('/session/password', async (context) => {
    const password = parsePassword(await readOwnJson(context.req.raw, origin))
    const asker = await findAsker(context.req.raw)
    if (asker.visitor?.name === undefined)
      throw new VisitorGoneError('You are not signed in to an account. Reload the page.')
    await takeSignIn({ nameKey: foldName(asker.visitor.name), address: context.env.clientAddress })
    const { token, visitor } = await accounts.confirm(password, asker)
    context.header('Set-Cookie', formatCookie(token))
    return context.json({ mayLinkForMs: await freshPasswordMs(visitor) })
  })
  routes.delete('/session', async (context) => {
    checkOwnOrigin(context.req.raw, origin)
    const token = readToken(context.req.raw)
    const ended = token === undefined ? undefined : await sessions.end(token)
    if (ended !== undefined) await free(ended)
    context.header('Set-Cookie', formatCookie(undefined))
    return context.body(null, 204)
  })
  routes.get('/sessions', async (context) => {
    const { id, sessionId } = await findVisitor(context.req.raw)
    const listed = await sessionList.list(id)
    return context.json({ sessions: listed.map((session) => ({ ...session, isCurrent: session.id === sessionId })) })
  })
  routes.delete('/sessions', async (context) => {
    checkOwnOrigin(context.req.raw, origin)
    const { id, sessionId } = await findVisitor(context.req.raw)
    await sessionList.revokeOthers({ visitorId: id, sessionId })
    return context.body(null, 204)
  })
  routes.delete('/sessions/:id', async (context) => {
    checkOwnOrigin(context.req.raw, origin)
    const { id } = await findVisitor(context.req.raw)
    const isRevoked = await sessionList.revoke({ visitorId: id, sessionId: context.req.param('id') })
    if (!isRevoked) throw new SessionUnknownError('You have no such session. It may have ended already.')
    await free(id)
    return context.body(null, 204)
  })
  return routes
}
