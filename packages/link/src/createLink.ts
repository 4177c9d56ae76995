import {
  handoffPaths,
  type LinkedWallet,
  linkPaths,
  NotFoundError,
  originStatementsPath,
  signInPath,
  TooManyRequestsError,
} from '@hawser/wire'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { readSigningVisitor } from './challenge/signIn.ts'
import { checkLinkOptions } from './checkLinkOptions.ts'
import { createHandoffChanges } from './handoff/changes.ts'
import { checkOrigin } from './http/checkOrigin.ts'
import { answerPreflight, shareAnswer } from './http/cors.ts'
import { findHostUser, requireHostUser } from './http/hostUser.ts'
import type { LinkContext, LinkEnv } from './http/linkContext.ts'
import { answerOriginKeys, createOriginStatements } from './http/originStatements.ts'
import { codeOf, protect, refuse } from './http/refusal.ts'
import { readHandoffWallets } from './options/handoffWallets.ts'
import type { HostUser } from './options/hostUser.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import type { LinkRateLimits } from './options/linkRateLimits.ts'
import { addChallengeRoute } from './routes/challenges.ts'
import { createLinkContext } from './routes/createLinkContext.ts'
import { addHandoffPhoneRoutes, isPhonePath } from './routes/handoffPhone.ts'
import { addHandoffScreenRoutes } from './routes/handoffScreen.ts'
import { addOriginStatementRoute } from './routes/originStatements.ts'
import { addProofRoute } from './routes/proofs.ts'
import { addSignInRoute } from './routes/signIn.ts'
import { addUnlinkRoutes } from './routes/unlinks.ts'
import { addWalletRoutes } from './routes/wallets.ts'
import { formatLinkedWallet } from './wallets/linkedWallets.ts'
import { recheckLinkedWallet } from './wallets/recheckLinkedWallet.ts'

export type Link = {
  /**
   * Answers a request whose path begins where the API is mounted (or after `basePath`): `/challenges`, `/proofs`, `/wallets`,
   * `/history`. Never rejects.
   */
  fetch(request: Request): Promise<Response>
  /**
   * Returns the answer for `/.well-known/hawser-origin.json` of the same domain: the keys of `originStatements`, or 404 without
   * them. It needs no session, and pages of every origin may read it.
   */
  originKeys(): Response
  /**
   * How the text that a wallet signs names this host user: `label`, or what stands in for it where it is not ASCII. Show it in
   * your page where that differs, so that visitors know what they sign.
   */
  signedLabel(hostUser: HostUser): string
  /** The wallets a host user has proven, the oldest link first. For the host app's own server code. */
  linkedWallets(hostUserId: string): Promise<readonly LinkedWallet[]>
  /**
   * One of them, looked at before it is relied on: a smart account is asked again whether it still agrees, and its status says
   * whether it does. For the host app's own server code.
   * @throws NotFoundError, CannotCheckNowError
   */
  recheckLinkedWallet(hostUserId: string, id: string): Promise<LinkedWallet>
}

/**
 * The host app's link API: challenge → proof → linked wallet.
 * @throws InvalidLinkOptionsError
 */
export function createLink(options: LinkOptions): Link {
  const checked = checkLinkOptions(options)
  const link = createLinkContext(checked)
  const { onFailure, allowed } = link
  const app = new Hono<LinkEnv>({ getPath: (request) => plainPath(getPath(request)) }).basePath(options.basePath ?? '/')

  app.use(async (context, next) => {
    // Before anybody is asked for: a page that names another place than this is mounted at learns so without a session.
    if (!isOfApi(link, context.req.path)) throw new NotFoundError('There is no such address in the link API.')
    const request = context.req.raw
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // The page of the phone has no token of the host app's, and no cookie that anybody could make use of.
      await checkOrigin(request, allowed, isPhonePath(link, context.req.path) ? undefined : link.isOwnPage)
    }
    // By address before the host app is asked who it is, which costs more.
    if (request.method === 'POST') await takeByAddress(link, request, context.req.path)
    const hostUser = await readAsker(link, request, context.req.path)
    if (hostUser !== undefined) context.set('hostUser', hostUser)
    await next()
  })
  if (options.signIn !== undefined) addSignInRoute(app, link, options.signIn)
  addChallengeRoute(app, link)
  addProofRoute(app, link)
  addWalletRoutes(app, link)
  addUnlinkRoutes(app, link)
  const { handoff } = options
  if (handoff !== undefined) {
    const wallets = readHandoffWallets(handoff.wallets)
    const handoffs = { ...link, handoff, wallets, changes: createHandoffChanges() }
    addHandoffScreenRoutes(app, handoffs)
    addHandoffPhoneRoutes(app, handoffs)
  }
  const { originStatements } = options
  const statements = originStatements && createOriginStatements(originStatements, link.domain)
  if (statements !== undefined) addOriginStatementRoute(app, link, statements)
  app.notFound(() => {
    throw new NotFoundError('There is no such address in the link API.')
  })
  app.onError((error, context) => {
    const userId = context.get('hostUser')?.id
    link.logEvent(error instanceof TooManyRequestsError ? 'limited' : 'refused', { userId, code: codeOf(error) })
    return refuse(error, onFailure)
  })

  const answer = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return answerPreflight(request, allowed)
    return app.fetch(request)
  }
  return {
    fetch: async (request) => {
      // Hono passes on what is thrown but no Error.
      const response = await answer(request).catch((error: unknown) => refuse(error, onFailure))
      return shareAnswer(request, protect(response), allowed)
    },
    originKeys: () => answerOriginKeys(statements?.keys),
    signedLabel: link.labelOf,
    linkedWallets: async (hostUserId) => (await link.store.linkedWallets(hostUserId)).map(formatLinkedWallet),
    recheckLinkedWallet: (hostUserId, id) => recheckLinkedWallet({ ...link, hostUserId, id }),
  }
}

/**
 * The host user of a request. If visitors sign in with a wallet, a visitor who is not a host user yet may send three requests:
 * for the text (the route checks it itself), its answer, and a statement for the pairing.
 * @throws NotSignedInError, LinkFailedError
 */
async function readAsker(link: LinkContext, request: Request, path: string): Promise<HostUser | undefined> {
  if (isPhonePath(link, path)) return undefined
  // The whole path: a route that only ends so may be for host users.
  const isOf = (route: string) =>
    link.signIn !== undefined && request.method === 'POST' && path === `${link.basePath ?? ''}${route}`
  if (isOf(signInPath)) return undefined
  const hostUser = await findHostUser(link, request)
  if (hostUser !== undefined || isOf(linkPaths.challenges)) return hostUser
  if (link.signIn !== undefined && isOf(originStatementsPath)) return readSigningVisitor(link.signIn, request)
  return requireHostUser(hostUser)
}

const roots = [...Object.values(linkPaths), ...Object.values(handoffPaths), signInPath, originStatementsPath]

/** Whether a path begins as those of the API do. */
function isOfApi({ basePath = '' }: Pick<LinkContext, 'basePath'>, path: string): boolean {
  return roots.some((root) => path === `${basePath}${root}` || path.startsWith(`${basePath}${root}/`))
}

/** Servers and proxies differ in what they make of a slash too many: a redirect would lose the body. */
function plainPath(path: string): string {
  const plain = path.replace(/\/{2,}/g, '/')
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
}

/** @param path - as the routes see it: the address of the request may spell it otherwise */
async function takeByAddress(link: LinkContext, request: Request, path: string): Promise<void> {
  const address = link.addressOf(request)
  if (address === undefined) return
  await link.take(limitByAddress(path), address)
}

function limitByAddress(path: string): keyof LinkRateLimits {
  if (path.endsWith(originStatementsPath)) return 'originStatementsPerAddress'
  if (path.endsWith(handoffPaths.screen) || path.endsWith('/renew')) return 'handoffsPerAddress'
  return path.endsWith(linkPaths.challenges) ? 'challengesPerAddress' : 'proofsPerAddress'
}
