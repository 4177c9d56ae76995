import {
  type BaseError,
  InvalidLinkBodyError,
  type LinkErrorBody,
  type LinkedWallet,
  linkPaths,
  parseChallengeRequest,
  parseProof,
} from '@hawser/wire'
import { Hono } from 'hono'
import { consumeChallenge, issueChallenge } from './challenge.ts'
import {
  ForbiddenOriginError,
  LinkError,
  LinkFailedError,
  NotFoundError,
  NotSignedInError,
  UnsupportedAccountError,
} from './errors.ts'
import { formatLinkedWallet, putLinkedWallet, removeLinkedWallet } from './linkedWallets.ts'
import { checkLinkOptions, type HostUser, type LinkOptions } from './linkOptions.ts'
import { issueOneTap, verifyCacao } from './oneTap.ts'
import { readJsonBody } from './readJsonBody.ts'
import { createContractReach } from './verifiers/contractReach.ts'
import { parseEip155Account } from './verifiers/eip155.ts'
import { verifyProof } from './verifyProof.ts'

export type Link = {
  /** Answers a request whose path begins where the API is mounted: `/challenges`, `/proofs`, `/wallets`. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** The wallets a host user has proven, the oldest link first. For the host app's own server code. */
  linkedWallets(hostUserId: string): Promise<readonly LinkedWallet[]>
}

/**
 * The host app's link API: challenge → proof → linked wallet.
 * @throws InvalidLinkOptionsError
 */
export function createLink(options: LinkOptions): Link {
  checkLinkOptions(options)
  const { store, domain, uri } = options
  const chains = options.chains ?? ['eip155:1']
  const now = options.now ?? Date.now
  const randomBytes = options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length)))
  const onFailure = options.onFailure ?? console.error
  const reach = createContractReach({ rpc: options.rpc, fetch: options.fetch ?? fetch, now })
  const app = new Hono<{ Variables: { hostUser: HostUser } }>()

  app.use(async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD')
      checkOrigin(context.req.raw, options.allowedOrigins)
    context.set('hostUser', await readHostUser(options, context.req.raw))
    await next()
  })
  app.post(linkPaths.challenges, async (context) => {
    const asked = parseChallengeRequest(await readJsonBody(context.req.raw))
    if ('chains' in asked) {
      const hostUser = context.get('hostUser')
      const issued = await issueOneTap({ store, hostUser, asked, chains, domain, uri, now: now(), randomBytes })
      const { id: challengeId, expiresAt } = issued.challenge
      return context.json({ challengeId, authentication: issued.authentication, expiresAt }, 201)
    }
    const { accountId, walletName } = asked
    const account = parseEip155Account(accountId)
    if (!chains.includes(account.chainId))
      throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
    const hostUser = context.get('hostUser')
    const challenge = await issueChallenge({
      store,
      hostUser,
      account,
      walletName,
      domain,
      uri,
      now: now(),
      randomBytes,
    })
    return context.json({ challengeId: challenge.id, message: challenge.message, expiresAt: challenge.expiresAt }, 201)
  })
  app.post(linkPaths.proofs, async (context) => {
    const proof = parseProof(await readJsonBody(context.req.raw))
    const { id: hostUserId, sessionId } = context.get('hostUser')
    const time = now()
    const key = { store, id: proof.challengeId, hostUserId, sessionId, now: time }
    // Consumed first: a wrong signature burns the challenge, and of fifty equal proofs one gets this far.
    if ('cacao' in proof) {
      const { cacao, walletName } = proof
      const challenge = await consumeChallenge({ ...key, purpose: 'one-tap' })
      const account = await verifyCacao({ challenge, cacao, domain, uri, chains, now: time, reach })
      return context.json(await putLinkedWallet({ ...key, account, challengeId: key.id, walletName, randomBytes }), 201)
    }
    const challenge = await consumeChallenge({ ...key, purpose: 'link' })
    const account = await verifyProof({ challenge, signature: proof.signature, domain, uri, now: time, reach })
    const { walletName } = challenge
    return context.json(await putLinkedWallet({ ...key, account, challengeId: key.id, walletName, randomBytes }), 201)
  })
  app.get(linkPaths.wallets, async (context) =>
    context.json({ wallets: (await store.linkedWallets(context.get('hostUser').id)).map(formatLinkedWallet) }),
  )
  app.delete(`${linkPaths.wallets}/:id`, async (context) => {
    const hostUserId = context.get('hostUser').id
    await removeLinkedWallet({ store, hostUserId, id: context.req.param('id'), now: now() })
    return context.body(null, 204)
  })
  app.notFound(() => {
    throw new NotFoundError('There is no such address in the link API.')
  })
  app.onError((error) => refuse(error, onFailure))

  return {
    fetch: async (request) => {
      try {
        return protect(await app.fetch(request))
      } catch (error) {
        // Hono passes on what is thrown but no Error.
        return protect(refuse(error, onFailure))
      }
    },
    linkedWallets: async (hostUserId) => (await store.linkedWallets(hostUserId)).map(formatLinkedWallet),
  }
}

function checkOrigin(request: Request, allowedOrigins: readonly string[]): void {
  const origin = request.headers.get('origin')
  // A browser names the origin with every POST and DELETE: none means a client we know nothing of.
  if (origin === null || !allowedOrigins.includes(origin))
    throw new ForbiddenOriginError(
      'Requests of this origin are not allowed. Set `allowedOrigins` when it is your own page.',
    )
}

async function readHostUser(options: LinkOptions, request: Request): Promise<HostUser> {
  const hostUser = await options.hostUser(request)
  if (hostUser === undefined) throw new NotSignedInError('Sign in to the site first.')
  // An id cut at a control character by a driver, or empty, could be that of another user.
  if (hostUser.id === '' || hostUser.id.length > 256 || /[\p{Cc}\p{Cs}]/u.test(hostUser.id))
    throw new LinkFailedError('`hostUser` must give an id of 1 to 256 characters without control characters.')
  return hostUser
}

function refuse(error: unknown, onFailure: (error: unknown) => void): Response {
  const known = error instanceof LinkError ? error : error instanceof InvalidLinkBodyError ? error : undefined
  if (known === undefined || known instanceof LinkFailedError) onFailure(error)
  if (known === undefined)
    return answer(new LinkFailedError('Something went wrong on the server. Try again later.'), 500)
  return answer(known, known instanceof LinkError ? known.status : 400)
}

function answer(error: BaseError, status: number): Response {
  const body: LinkErrorBody = { code: error.code, message: error.message }
  const response = Response.json(body, { status })
  if (error instanceof LinkError && error.retryAfterSeconds !== undefined)
    response.headers.set('retry-after', String(error.retryAfterSeconds))
  return response
}

function protect(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'no-referrer')
  return response
}
