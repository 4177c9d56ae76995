import type { Context, Env, MiddlewareHandler } from 'hono'
import { readSigningVisitor, type SigningVisitor } from '../challenge/signIn.ts'
import { checkOrigin } from '../http/checkOrigin.ts'
import { findHostUser, requireHostUser } from '../http/hostUser.ts'
import type { LinkContext } from '../http/linkContext.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { LinkRateLimits } from '../options/linkRateLimits.ts'
import type { SignInOptions } from '../options/signInOptions.ts'

/** The context after `requireUser`. */
export type UserEnv = { Variables: { hostUser: HostUser } }
/** The context after `allowVisitor`. `hostUser` is undefined for a visitor who is not signed in. */
export type VisitorEnv = { Variables: { hostUser: HostUser | undefined } }
/** The context after `requireSession`. */
export type SessionEnv = { Variables: { visitor: SigningVisitor } }
/** The context after `allowPhone`, which has no user. */
export type PhoneEnv = { Variables: object }

/** The path of a route whose handler reads the `id` in it. */
export type WithId = '/:id'

/**
 * The middleware of a route. It checks the sender's access before the route reads the request.
 * @param limit - the limit by address of a POST
 */
export type Access<E extends Env> = (link: LinkContext, limit: keyof LinkRateLimits) => MiddlewareHandler<E>

/** Admits a signed-in user. @throws NotSignedInError, LinkFailedError */
export const requireUser: Access<UserEnv> = (link, limit) =>
  guard(link, limit, async (context) => {
    context.set('hostUser', requireHostUser(await findHostUser(link, context.req.raw)))
  })

/**
 * Admits a signed-in user, and with `signIn` also a visitor who is not signed in.
 * @throws NotSignedInError, LinkFailedError
 */
export const allowVisitor: Access<VisitorEnv> = (link, limit) =>
  guard(link, limit, async (context) => {
    const hostUser = await findHostUser(link, context.req.raw)
    context.set('hostUser', link.signIn === undefined ? requireHostUser(hostUser) : hostUser)
  })

/**
 * Admits a signed-in user, and with `signIn` also a session that could sign in, whose visitor then replaces the user.
 * @throws NotSignedInError, LinkFailedError
 */
export const requireUserOrSession: Access<UserEnv> = (link, limit) =>
  guard(link, limit, async (context) => {
    const request = context.req.raw
    const hostUser = await findHostUser(link, request)
    const visitor = hostUser ?? (link.signIn && (await readSigningVisitor(link.signIn, request)))
    context.set('hostUser', requireHostUser(visitor))
  })

/** Admits a session, with or without a signed-in host user. @throws NotSignedInError, LinkFailedError */
export function requireSession(signIn: SignInOptions): Access<SessionEnv> {
  return (link, limit) =>
    guard(link, limit, async (context) => {
      context.set('visitor', await readSigningVisitor(signIn, context.req.raw))
    })
}

/**
 * Admits a phone, which has no session and no token of the host app: the route itself checks its secret or grant. Without a
 * cookie, another site has nothing to exploit.
 */
export const allowPhone: Access<PhoneEnv> = (link, limit) =>
  guard({ ...link, isOwnPage: undefined }, limit, async () => undefined)

/** Refuses an id that the link API cannot have issued: PostgreSQL fails on a text with a NUL. @throws what `refuse` returns */
export function checkId(refuse: () => Error): MiddlewareHandler {
  return async (context, next) => {
    const id = context.req.param('id')
    if (id !== undefined && !/^[\w-]+$/.test(id)) throw refuse()
    await next()
  }
}

/** Checks the origin, then the limit by address, then the user: asking the host app for its user costs the most. */
function guard<E extends Env>(
  link: Pick<LinkContext, 'allowed' | 'addressOf' | 'take'> & { readonly isOwnPage?: LinkContext['isOwnPage'] },
  limit: keyof LinkRateLimits,
  identify: (context: Context<E>) => Promise<void>,
): MiddlewareHandler<E> {
  return async (context, next) => {
    const request = context.req.raw
    if (request.method !== 'GET' && request.method !== 'HEAD') await checkOrigin(request, link.allowed, link.isOwnPage)
    const address = request.method === 'POST' ? link.addressOf(request) : undefined
    if (address !== undefined) await link.take(limit, address)
    await identify(context)
    await next()
  }
}
