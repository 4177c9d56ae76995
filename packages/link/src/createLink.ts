import { type LinkedWallet, linkPaths } from '@hawser/wire'
import { Hono } from 'hono'
import { checkOrigin } from './checkOrigin.ts'
import { NotFoundError, TooManyRequestsError } from './errors.ts'
import { readHostUser } from './hostUser.ts'
import { createLinkContext, type LinkContext, type LinkEnv } from './linkContext.ts'
import { formatLinkedWallet } from './linkedWallets.ts'
import { checkLinkOptions, type LinkOptions } from './linkOptions.ts'
import { recheckLinkedWallet } from './recheckLinkedWallet.ts'
import { codeOf, protect, refuse } from './refusal.ts'
import { addChallengeRoute } from './routes/challenges.ts'
import { addProofRoute } from './routes/proofs.ts'
import { addUnlinkRoutes } from './routes/unlinks.ts'
import { addWalletRoutes } from './routes/wallets.ts'

export type Link = {
  /**
   * Answers a request whose path begins where the API is mounted (or after `basePath`): `/challenges`, `/proofs`, `/wallets`,
   * `/history`. Never rejects.
   */
  fetch(request: Request): Promise<Response>
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
  checkLinkOptions(options)
  const link = createLinkContext(options)
  const { onFailure } = link
  const app = new Hono<LinkEnv>().basePath(options.basePath ?? '/')

  app.use(async (context, next) => {
    const request = context.req.raw
    if (request.method !== 'GET' && request.method !== 'HEAD') await checkOrigin(request, options)
    // By address before the host app is asked who it is, which costs more.
    if (request.method === 'POST') await takeByAddress(link, request, context.req.path)
    context.set('hostUser', await readHostUser(options, request))
    await next()
  })
  addChallengeRoute(app, link)
  addProofRoute(app, link)
  addWalletRoutes(app, link)
  addUnlinkRoutes(app, link)
  app.notFound(() => {
    throw new NotFoundError('There is no such address in the link API.')
  })
  app.onError((error, context) => {
    const userId = context.get('hostUser')?.id
    link.tell(error instanceof TooManyRequestsError ? 'limited' : 'refused', { userId, code: codeOf(error) })
    return refuse(error, onFailure)
  })

  return {
    fetch: async (request) => {
      try {
        return protect(await app.fetch(request))
      } catch (error) {
        // Hono passes on what is thrown but no Error.
        return protect(refuse(error, onFailure))
      }
    },
    linkedWallets: async (hostUserId) => (await link.store.linkedWallets(hostUserId)).map(formatLinkedWallet),
    recheckLinkedWallet: (hostUserId, id) => recheckLinkedWallet({ ...link, hostUserId, id }),
  }
}

/** @param path - as the routes see it: the address of the request may spell it otherwise */
async function takeByAddress(link: LinkContext, request: Request, path: string): Promise<void> {
  const address = link.addressOf(request)
  if (address === undefined) return
  await link.take(path.endsWith(linkPaths.challenges) ? 'challengesPerAddress' : 'proofsPerAddress', address)
}
