import { type LinkStore, printFailure } from '@hawser/link'
import { isAPIError } from 'better-auth/api'
import { type Context, Hono } from 'hono'
import { SessionUnknownError, SignInRefusedError, VisitorGoneError } from '../../errors.ts'
import { readJson, requireOwnPage } from '../http/ownRequests.ts'
import { checkName, type NameLooks } from './checkName.ts'
import type { Auth } from './createAuth.ts'
import { type Credentials, parseCredentials, parsePassword } from './credentials.ts'
import { findVisitor, freshPasswordMs } from './findVisitor.ts'
import type { HostLimits } from './hostLimits.ts'
import { readSessionCookie, toVisitor, type Visitor } from './visitor.ts'
import type { VisitorSweep } from './visitorSweep.ts'
import { askForProofs } from './walletSignIn.ts'

/** The inputs of each request: the address of its connection, and the address that limits count. */
export type AccountEnvironment = {
  Bindings: { readonly peer: string | undefined; readonly clientAddress: string | undefined }
}
type AccountContext = Context<AccountEnvironment>

/** Creates the routes for accounts and sessions. They throw AccountErrors, which the host answers. */
export function createAccountRoutes(options: {
  readonly auth: Auth
  readonly names: NameLooks
  readonly origin: string
  readonly store: LinkStore
  readonly limits: HostLimits
  readonly sweep: VisitorSweep
  readonly formatVisitor: (visitor: Visitor) => object
}): Hono<AccountEnvironment> {
  const { auth, names, origin, store, limits, sweep, formatVisitor } = options
  const routes = new Hono<AccountEnvironment>()

  const requireVisitor = async (context: AccountContext): Promise<Visitor> => {
    const visitor = await findVisitor(auth, context.req.raw)
    if (visitor === undefined) throw new VisitorGoneError('Your session has ended. Reload the page.')
    return visitor
  }
  const readCredentials = async (context: AccountContext): Promise<Credentials> => {
    const credentials = parseCredentials(await readJson(context.req))
    await limits.takeSignIn(credentials.name, context.env.clientAddress)
    return credentials
  }
  const giveCookie = (context: AccountContext, headers: Headers) =>
    context.header('Set-Cookie', readSessionCookie(headers))
  const signIn = async (context: AccountContext, { name, password }: Credentials) => {
    const begun = await auth.api
      .signInUsername({ body: { username: name, password }, headers: context.req.raw.headers, returnHeaders: true })
      .catch(throwRefused)
    giveCookie(context, begun.headers)
    return begun.response.user
  }

  for (const path of ['/account', '/session/*', '/sessions/*']) routes.use(path, requireOwnPage(origin))
  routes.post('/account', async (context) => {
    const body = await readCredentials(context)
    checkName(body.name, names)
    const { headers } = context.req.raw
    const begun = await auth.api.signUpVisitor({ body, headers, returnHeaders: true })
    giveCookie(context, begun.headers)
    // The session has changed, so the answer must go out even if this step fails.
    await askForProofs(store, begun.response.id).catch(printFailure)
    return context.json(formatVisitor(begun.response), 201)
  })
  routes.post('/session', async (context) => {
    const user = await signIn(context, await readCredentials(context))
    return context.json(formatVisitor(toVisitor(user, { id: '' })))
  })
  routes.post('/session/password', async (context) => {
    const password = parsePassword(await readJson(context.req))
    const visitor = await findVisitor(auth, context.req.raw)
    if (visitor?.name === undefined) throw new VisitorGoneError('You are not signed in to an account. Reload the page.')
    await limits.takeSignIn(visitor.name, context.env.clientAddress)
    // Begins a session of the same account, in place of this one.
    await signIn(context, { name: visitor.name, password })
    return context.json({ mayLinkForMs: freshPasswordMs })
  })
  routes.delete('/session', async (context) => {
    const visitor = await findVisitor(auth, context.req.raw)
    const { headers } = await auth.api.signOut({ headers: context.req.raw.headers, returnHeaders: true })
    if (visitor !== undefined) await sweep.free(visitor.id)
    giveCookie(context, headers)
    return context.body(null, 204)
  })
  routes.get('/sessions', async (context) => {
    const { sessionId } = await requireVisitor(context)
    const sessions = await auth.api.listSessions({ headers: context.req.raw.headers })
    const listed = sessions.map(({ id, browser, system, createdAt, updatedAt }) => ({
      id,
      browser: browser ?? undefined,
      system: system ?? undefined,
      startedAt: createdAt.getTime(),
      seenAt: updatedAt.getTime(),
      isCurrent: id === sessionId,
    }))
    return context.json({ sessions: listed.toSorted((one, other) => other.seenAt - one.seenAt) })
  })
  routes.delete('/sessions', async (context) => {
    await requireVisitor(context)
    await auth.api.revokeOtherSessions({ headers: context.req.raw.headers })
    return context.body(null, 204)
  })
  routes.delete('/sessions/:id', async (context) => {
    const visitor = await requireVisitor(context)
    const { headers } = context.req.raw
    const sessions = await auth.api.listSessions({ headers })
    const revoked = sessions.find(({ id }) => id === context.req.param('id'))
    if (revoked === undefined) throw new SessionUnknownError('You have no such session. It may have ended already.')
    await auth.api.revokeSession({ body: { token: revoked.token }, headers })
    await sweep.free(visitor.id)
    return context.body(null, 204)
  })
  return routes
}

/** Answers a wrong password and an unknown name alike, after the same work. */
function throwRefused(error: unknown): never {
  if (isAPIError(error) && error.statusCode < 500) throw new SignInRefusedError('Name and password do not match.')
  throw error
}
