import { type LinkedWallet, NotFoundError, TooManyRequestsError } from '@hawser/wire'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { checkLinkOptions } from './checkLinkOptions.ts'
import { createHandoffChanges } from './handoff/changes.ts'
import { addCorsHeaders, answerPreflight } from './http/cors.ts'
import type { LinkEnv } from './http/linkContext.ts'
import { answerOriginKeys, createOriginStatements } from './http/originStatements.ts'
import { codeOf, setCommonHeaders, toErrorResponse } from './http/refusal.ts'
import { readHandoffWallets } from './options/handoffWallets.ts'
import type { HostUser } from './options/hostUser.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import { createLinkContext } from './routes/createLinkContext.ts'
import { linkRoutes } from './routes/linkRoutes.ts'
import { formatLinkedWallet } from './wallets/linkedWallets.ts'
import { recheckLinkedWallet } from './wallets/recheckLinkedWallet.ts'

export type Link = {
  /**
   * Answers a request. Its path begins where the API is mounted (or after `basePath`): `/challenges`, `/proofs`, `/wallets`,
   * `/history`. Never rejects.
   */
  fetch(request: Request): Promise<Response>
  /**
   * Returns the answer for `/.well-known/hawser-origin.json` of the same domain: the keys of `originStatements`, or 404 without
   * them. It needs no session, and pages of every origin may read it.
   */
  originKeys(): Response
  /**
   * Returns the name of this host user in the text that a wallet signs: `label`, or its replacement if the label is not ASCII.
   * If the two differ, show the returned name in your page, so that visitors know what they sign.
   */
  signedLabel(hostUser: HostUser): string
  /** Returns the wallets that a host user has proven, the oldest link first. For the host app's own server code. */
  linkedWallets(hostUserId: string): Promise<readonly LinkedWallet[]>
  /**
   * Checks a linked wallet before you rely on it: asks a smart account again if it still agrees, and returns the wallet with
   * its status. For the host app's own server code.
   * @throws NotFoundError, CannotCheckNowError
   * @example
   * const { status } = await link.recheckLinkedWallet(user.id, walletId)
   * if (status !== 'active') throw new Error('Ask for a new proof first.')
   */
  recheckLinkedWallet(hostUserId: string, id: string): Promise<LinkedWallet>
}

/**
 * Creates the link API of a host app: challenge → proof → linked wallet. Mount its `fetch` in your server.
 * @throws InvalidLinkOptionsError - names the option that is missing, malformed or without effect.
 * @example
 * const store = await openSqliteLinkStore({ file: './data/link.sqlite' })
 * const link = createLink({
 *   publicUrl: 'https://app.example',
 *   store,
 *   hostUser: async (request) => users.ofSession(request.headers.get('cookie')),
 * })
 * app.mount('/link', (request) => link.fetch(request)) // Hono
 */
export function createLink(options: LinkOptions): Link {
  const checked = checkLinkOptions(options)
  const link = createLinkContext(checked)
  const { onFailure, allowed } = link
  const app = new Hono<LinkEnv>({ getPath: (request) => plainPath(getPath(request)) }).basePath(options.basePath ?? '/')

  const { handoff, originStatements } = options
  const handoffs = handoff && {
    ...link,
    handoff,
    wallets: readHandoffWallets(handoff.wallets),
    changes: createHandoffChanges(),
  }
  const statements = originStatements && createOriginStatements(originStatements, link.domain)
  for (const route of linkRoutes(link, { handoffs, statements })) route.addTo(app)
  app.notFound(() => {
    throw new NotFoundError('There is no such address in the link API.')
  })
  app.onError((error, context) => {
    const userId = context.get('hostUser')?.id
    link.logEvent(error instanceof TooManyRequestsError ? 'limited' : 'refused', { userId, code: codeOf(error) })
    return toErrorResponse(error, onFailure)
  })

  const answer = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return answerPreflight(request, allowed)
    return app.fetch(request)
  }
  return {
    fetch: async (request) => {
      // Hono rethrows thrown values that are not an Error.
      const response = await answer(request).catch((error: unknown) => toErrorResponse(error, onFailure))
      return addCorsHeaders(request, setCommonHeaders(response), allowed)
    },
    originKeys: () => answerOriginKeys(statements?.keys),
    signedLabel: link.labelOf,
    linkedWallets: async (hostUserId) => (await link.store.linkedWallets(hostUserId)).map(formatLinkedWallet),
    recheckLinkedWallet: (hostUserId, id) => recheckLinkedWallet({ ...link, hostUserId, id }),
  }
}

/** Removes extra slashes. Servers and proxies treat them differently, and a redirect would lose the body. */
function plainPath(path: string): string {
  const plain = path.replace(/\/{2,}/g, '/')
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
}
