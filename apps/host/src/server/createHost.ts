import { randomBytes as nodeRandomBytes } from 'node:crypto'
import { createLink, fromPeer, openSqliteLinkStore, printFailure, type SqliteLinkStore } from '@hawser/link'
import { type Context, Hono } from 'hono'
import { AccountError, HostUnknownError, TooManyVisitorsError } from '../errors.ts'
import { type AccountEnvironment, createAccountRoutes, formatVisitor } from './accounts/accountRoutes.ts'
import { createAccounts, type FindAsker } from './accounts/accounts.ts'
import { createFreshPassword } from './accounts/freshPassword.ts'
import { createHostLimits } from './accounts/hostLimits.ts'
import { passwordCost as defaultPasswordCost } from './accounts/password.ts'
import { askForProofs, createWalletSignIn, isNewLink } from './accounts/walletSignIn.ts'
import { defaultChains, type HostOptions } from './hostOptions.ts'
import { type HostTables, migrateHost } from './hostSchema.ts'
import { readClientAddress } from './http/clientAddress.ts'
import { formatSecurityHeaders } from './http/headers.ts'
import type { ClientConnection } from './http/listen.ts'
import { type PageFile, readPageFiles } from './http/pageFiles.ts'
import { createSecurityText, securityTextPath } from './http/securityText.ts'
import { parseBrowserLabel } from './sessions/browserLabel.ts'
import type { SessionLimits } from './sessions/liveSessions.ts'
import { createSessionCookie } from './sessions/sessionCookie.ts'
import { createVisitorSessions, type Visitor } from './sessions/visitorSessions.ts'
import { createVisitorSweep } from './sessions/visitorSweep.ts'

export type Host = {
  /** `client.address` is the one the connection comes from: what is limited by address goes by it and by `trustedProxies`. */
  fetch(request: Request, client?: ClientConnection): Promise<Response>
  stop(): Promise<void>
}

/** Where wallets ask for the keys of this site (RFC 8615). */
const originKeysPath = '/.well-known/hawser-origin.json'
const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }
/** Where link is mounted. */
const linkPath = '/link'
const hour = 3_600_000
const defaultLimits: SessionLimits = { idleMs: 12 * hour, absoluteMs: 7 * 24 * hour }
const sweepMs = hour / 6

/**
 * The demo host app's server: an anonymous session per visitor, who may sign up, the link API mounted for it, and the built
 * page.
 * @throws PageNotBuiltError, LinkStoreUnavailableError, LinkStoreNewerError, HostDataNewerError, InvalidHostOptionError,
 * InvalidLinkOptionsError
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const pageFiles = readPageFiles(options.pageDir)
  // The sessions have a table of their own in link's file: what makes a host user and what they linked is lost or kept as one.
  const store = await openSqliteLinkStore({ file: options.dataFile })
  try {
    return await openHost(options, store, pageFiles)
  } catch (error) {
    await store.stop()
    throw error
  }
}

async function openHost(
  options: HostOptions,
  store: SqliteLinkStore,
  pageFiles: ReadonlyMap<string, PageFile>,
): Promise<Host> {
  const { now = Date.now, randomBytes = nodeRandomBytes, sessionLimits: limits = defaultLimits } = options
  const { passwordCost: cost = defaultPasswordCost, hashKey = nodeRandomBytes(32), trustedProxies = 0 } = options
  const { chains = defaultChains, rpc, originSecret, securityContact: contact } = options
  const publicUrl = new URL(options.publicUrl)
  const securityText = contact === undefined ? undefined : createSecurityText({ contact, publicUrl, now })
  const securityHeaders = formatSecurityHeaders({
    publicUrl,
    relayUrl: new URL(options.relayUrl),
    registryUrl: new URL(options.registryUrl),
  })
  const config = {
    relayUrl: options.relayUrl,
    registryUrl: options.registryUrl,
    walletUrl: options.walletUrl,
    linkUrl: linkPath,
    chains,
    ...(originSecret && { statesOrigin: true }),
  }
  const cookie = createSessionCookie(publicUrl)
  const database = store.database.withTables<HostTables>()
  await migrateHost(database)
  const sessions = createVisitorSessions({ database, limits, now, randomBytes })
  const sweep = createVisitorSweep({ database, store, limits, now, onFailure: printFailure })
  const { takeSignIn, takeVisitor } = createHostLimits({ store, hashKey, now })

  const readToken = (request: Request) => cookie.read(request.headers.get('cookie'))
  const findVisitor = async (request: Request): Promise<Visitor | undefined> => {
    const token = readToken(request)
    return token === undefined ? undefined : sessions.find(token)
  }
  const findAsker: FindAsker = async (request) => ({
    token: readToken(request),
    visitor: await findVisitor(request),
    browser: parseBrowserLabel(request.headers.get('user-agent')),
  })
  const formatCookie = (token: string | undefined) =>
    token === undefined ? cookie.format('', 0) : cookie.format(token, Math.floor(limits.absoluteMs / 1000))
  const accounts = createAccounts({ database, sessions, cost, now, randomBytes })
  const freshPasswordMs = createFreshPassword({ sessions, now })
  const link = createLink({
    ...createWalletSignIn({ accounts, freshPasswordMs, findAsker, formatCookie, free: sweep.free }),
    store,
    domain: publicUrl.host,
    uri: publicUrl.origin,
    chains,
    ...(rpc && { rpc }),
    hostUser: findVisitor,
    allowedOrigins: [publicUrl.origin],
    allowsHttp: options.allowsHttp === true,
    hashKey,
    trustedProxies,
    ...(originSecret && { originStatements: { secret: originSecret } }),
    now,
    randomBytes,
  })

  /**
   * The visitor of a page; a stranger gets a new session, whose cookie goes out with the answer. Nothing else makes one: a
   * cross-site form posts without the cookie, and a session made for that would push out the visitor's own.
   * @throws TooManyVisitorsError
   */
  const visit = async (context: Context<AccountEnvironment>): Promise<{ visitor: Visitor; isNew: boolean }> => {
    const visitor = await findVisitor(context.req.raw)
    if (visitor !== undefined) return { visitor, isNew: false }
    await takeVisitor({ address: context.env.clientAddress })
    const created = await sessions.create(parseBrowserLabel(context.req.raw.headers.get('user-agent')))
    context.header('Set-Cookie', formatCookie(created.token), { append: true })
    return { visitor: created.visitor, isNew: true }
  }

  const accountRoutes = createAccountRoutes({
    accounts,
    sessions,
    freshPasswordMs,
    findAsker,
    takeSignIn,
    origin: publicUrl.origin,
    readToken,
    formatCookie,
    free: sweep.free,
    askForProofs: (visitorId) => askForProofs({ store, visitorId, at: now() }).catch(printFailure),
  })

  const app = new Hono<AccountEnvironment>()
  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(securityHeaders)) context.res.headers.set(name, value)
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(async (context, next) => {
    const url = new URL(context.req.url)
    if (url.host === publicUrl.host || url.pathname === '/healthz') return next()
    // The other names of this machine (127.0.0.1 for localhost) lead to the one the link API accepts.
    if (context.req.method === 'GET' && url.pathname === '/') return context.redirect(publicUrl.href, 302)
    throw new HostUnknownError(`This server answers as ${publicUrl.host} only.`)
  })
  app.mount(linkPath, async (request: Request, { peer }: AccountEnvironment['Bindings']) => {
    const response = await link.fetch(fromPeer(request, peer))
    const token = isNewLink(request, response) ? readToken(request) : undefined
    const rotated = token === undefined ? undefined : await sessions.rotate(token)
    if (rotated !== undefined) response.headers.append('set-cookie', formatCookie(rotated))
    return response
  })
  app.get('/config.json', (context) => context.json(config))
  app.get(originKeysPath, () => link.originKeys())
  if (securityText !== undefined) app.get(securityTextPath, (context) => context.text(securityText(), 200, plainText))
  app.get('/session', async (context) => {
    const { visitor, isNew } = await visit(context)
    // Without an account there is no password, and linking takes none.
    const mayLinkForMs = visitor.name === undefined ? undefined : await freshPasswordMs(visitor)
    return context.json({ ...formatVisitor(visitor), isNew, mayLinkForMs })
  })
  app.route('/', accountRoutes)
  app.get('/healthz', (context) => context.text('ok'))
  const readOnly = [
    ...['/config.json', '/healthz', originKeysPath, ...pageFiles.keys()],
    ...(securityText === undefined ? [] : [securityTextPath]),
  ]
  const methods = new Map([
    ['/account', 'POST'],
    ['/session', 'GET, HEAD, POST, DELETE'],
    ['/session/password', 'POST'],
    ['/sessions', 'GET, HEAD, DELETE'],
    ...readOnly.map((path) => [path, 'GET, HEAD'] as const),
  ])
  app.get('*', async (context, next) => {
    const file = pageFiles.get(context.req.path)
    if (file === undefined) return next()
    if (context.req.path === '/') await visit(context).catch(passTooMany)
    return sendFile(context, file)
  })
  app.notFound((context) => {
    const allowed = methods.get(context.req.path)
    if (allowed === undefined) return refuse(context, 404, 'not_found', 'There is nothing here.')
    context.header('Allow', allowed)
    return refuse(context, 405, 'method_not_allowed', 'This address does not answer to this method.')
  })
  app.onError((error, context) => {
    if (error instanceof HostUnknownError) return refuse(context, 421, error.code, error.message)
    if (error instanceof AccountError) {
      if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
      return refuse(context, error.status, error.code, error.message)
    }
    printFailure(error)
    return refuse(context, 500, 'internal_error', 'The server failed. Try again.')
  })

  // Not awaited: the page is there before what was left behind is gone.
  const runSweep = () => void sweep.run().catch(printFailure)
  runSweep()
  const sweeper = setInterval(runSweep, sweepMs)
  sweeper.unref()
  return {
    async fetch(request, client) {
      const peer = client?.address
      const forwardedFor = request.headers.get('x-forwarded-for')
      return app.fetch(request, { peer, clientAddress: readClientAddress({ peer, forwardedFor, trustedProxies }) })
    },
    async stop() {
      clearInterval(sweeper)
      await sweep.stop()
      await store.stop()
    },
  }
}

/** The page itself is for everybody: it says that there is no session, and lets the visitor try again. */
function passTooMany(error: unknown): void {
  if (!(error instanceof TooManyVisitorsError)) throw error
}

function sendFile(context: Context, file: PageFile): Response {
  context.header('Cache-Control', file.cacheControl)
  if (file.cacheControl !== 'no-store') {
    context.header('ETag', file.etag)
    if (context.req.header('If-None-Match') === file.etag) return context.body(null, 304)
  }
  context.header('Content-Type', file.contentType)
  return context.body(file.bytes)
}

function refuse(
  context: Context,
  status: AccountError['status'] | 405 | 421 | 500,
  code: string,
  message: string,
): Response {
  return context.json({ code, message }, status)
}
