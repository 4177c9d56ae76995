import { type Link, printFailure, withPeerAddress } from '@hawser/link'
import { type Context, Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { AccountError, HostUnknownError, TooManyVisitorsError } from '../errors.ts'
import type { AccountEnvironment } from './auth/accountRoutes.ts'
import type { Auth } from './auth/createAuth.ts'
import { readMayLinkForMs } from './auth/findVisitor.ts'
import type { HostLimits } from './auth/hostLimits.ts'
import { readSessionCookie, toVisitor, type Visitor } from './auth/visitor.ts'
import { securityTextPath } from './http/securityText.ts'

export const linkPath = '/link'
/** The path at which wallets ask for the keys of this site (RFC 8615). */
const originKeysPath = '/.well-known/hawser-origin.json'
/** The link API's paths whose 201 links a wallet to the session's account. The API ignores extra slashes. */
// A phone's `/handoff/<id>/proofs` links nothing yet, and its browser can have a session of another account.
const linkingPaths = /^\/+(?:proofs|handoffs\/+[^/]+\/+finish)\/*$/
const otherMethod = { code: 'method_not_allowed', message: 'This address does not answer to this method.' }
const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }

/** Creates every route of the host app. */
export function createHostRoutes(parts: {
  readonly publicUrl: URL
  readonly securityHeaders: Readonly<Record<string, string>>
  /** The settings that the page reads at `/config.json`. */
  readonly config: Readonly<Record<string, unknown>>
  readonly securityText: (() => string) | undefined
  readonly pageFiles: Hono
  readonly link: Pick<Link, 'fetch' | 'originKeys'>
  readonly auth: Auth
  readonly accountRoutes: Hono<AccountEnvironment>
  readonly formatVisitor: (visitor: Visitor) => object
  readonly limits: HostLimits
}): Hono<AccountEnvironment> {
  const { publicUrl, securityText, pageFiles, link, auth } = parts

  /** Finds the visitor of a page, or begins the session of a new one (TooManyVisitorsError). */
  // No other request begins one: a cross-site form posts without the cookie, and would push out the visitor's session.
  const visit = async (context: Context<AccountEnvironment>): Promise<{ visitor: Visitor; isNew: boolean }> => {
    const { headers } = context.req.raw
    const found = await auth.api.getSession({ headers, returnHeaders: true })
    if (found.response !== null) {
      // Better Auth prolongs the cookie together with the session.
      context.header('Set-Cookie', readSessionCookie(found.headers))
      return { visitor: toVisitor(found.response.user, found.response.session), isNew: false }
    }
    await parts.limits.takeVisitor(context.env.clientAddress)
    const created = await auth.api.signInAnonymous({ headers, returnHeaders: true })
    context.header('Set-Cookie', readSessionCookie(created.headers))
    return { visitor: toVisitor(created.response.user, { id: '' }), isNew: true }
  }

  const app = new Hono<AccountEnvironment>()
  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(parts.securityHeaders)) {
      // The page of a handoff is a single file, and has its own policy.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(async (context, next) => {
    // A `Request` cannot have these methods, and a mounted part would make one.
    if (/^(?:CONNECT|TRACE|TRACK)$/i.test(context.req.method)) return context.json(otherMethod, 405)
    const url = new URL(context.req.url)
    // A proxy ends TLS, so the server reads "http:" and counts a written-out port 443 as another port.
    url.protocol = publicUrl.protocol
    if (url.host === publicUrl.host || url.pathname === '/healthz') return next()
    // Other names of this machine (127.0.0.1 for localhost) lead to the name that the link API accepts.
    if (context.req.method === 'GET' && url.pathname === '/') return context.redirect(publicUrl.href, 302)
    throw new HostUnknownError(`This server answers as ${publicUrl.host} only.`)
  })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => context.json(otherMethod, 405, { Allow: methods.join(', ') }),
    }),
  )
  app.mount(linkPath, async (request: Request, { peer }: AccountEnvironment['Bindings']) => {
    const response = await link.fetch(withPeerAddress(request, peer))
    const { pathname } = new URL(request.url)
    const isNewLink = request.method === 'POST' && response.status === 201 && linkingPaths.test(pathname)
    if (!isNewLink) return response
    // A way to sign in was added, so the session gets a new token: others can know the earlier token (T-53).
    const { headers } = await auth.api.renewToken({ headers: request.headers, returnHeaders: true })
    const cookie = readSessionCookie(headers)
    if (cookie !== undefined) response.headers.append('set-cookie', cookie)
    return response
  })
  app.get('/config.json', (context) => context.json(parts.config))
  app.get(originKeysPath, () => link.originKeys())
  if (securityText !== undefined) app.get(securityTextPath, (context) => context.text(securityText(), 200, plainText))
  app.get('/session', async (context) => {
    const { visitor, isNew } = await visit(context)
    const mayLinkForMs = await readMayLinkForMs(auth, visitor)
    return context.json({ ...parts.formatVisitor(visitor), isNew, mayLinkForMs })
  })
  app.route('/', parts.accountRoutes)
  app.get('/healthz', (context) => context.text('ok'))
  app.get('/', async (context, next) => {
    await visit(context).catch((error: unknown) => {
      // Every visitor gets the page itself, which says that there is no session, and lets the visitor try again.
      if (!(error instanceof TooManyVisitorsError)) throw error
    })
    await next()
  })
  app.route('/', pageFiles)
  app.notFound((context) => context.json({ code: 'not_found', message: 'There is nothing here.' }, 404))
  app.onError(answerFailure)
  return app
}

function answerFailure(error: Error, context: Context): Response {
  const { message } = error
  if (error instanceof HostUnknownError) return context.json({ code: error.code, message }, 421)
  if (error instanceof AccountError) {
    if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
    return context.json({ code: error.code, message }, error.status)
  }
  printFailure(error)
  return context.json({ code: 'internal_error', message: 'The server failed. Try again.' }, 500)
}
