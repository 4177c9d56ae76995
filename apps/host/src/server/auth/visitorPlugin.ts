import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { setRequestCookie, setSessionCookie } from 'better-auth/cookies'
import { generateRandomString, makeSignature } from 'better-auth/crypto'
import { AlreadySignedInError, NameTakenError, VisitorGoneError } from '../../errors.ts'
import { parseBrowserLabel } from './browserLabel.ts'
import type { Credentials } from './credentials.ts'
import { toVisitor } from './visitor.ts'

/** When sessions end: `idleMs` after their last use, and `absoluteMs` after they began, used or not. */
export type SessionLimits = { readonly idleMs: number; readonly absoluteMs: number }
type ProvenWallet = { readonly userId: string; readonly provenAt: number }

/** The most live sessions of a user. A further session ends the least recently seen one. */
const sessionsPerUser = 50
/** Milliseconds for which the token from before a renewal stays valid. */
const previousTokenMs = 60_000
const renewPath = '/renew-token'
const hidden = { required: false, input: false, returned: false } as const

/** Adds to Better Auth: a sign-up that keeps the visitor's id, sign-in by wallet, and a new token after a link. */
export function createVisitorPlugin(options: {
  readonly limits: SessionLimits
  readonly nameKey: (name: string) => string
  readonly placeholderEmail: () => string
}) {
  const { limits, nameKey, placeholderEmail } = options
  return {
    id: 'hawser-visitors',
    schema: {
      session: {
        fields: {
          browser: { type: 'string', required: false, input: false },
          system: { type: 'string', required: false, input: false },
          passwordAt: { type: 'date', required: false, input: false },
          previousToken: { type: 'string', index: true, ...hidden },
          previousUntil: { type: 'date', ...hidden },
        },
      },
    },
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              before: async (session, context) => {
                if (context === null) return
                await endAskingSession(context)
                await endOldestSessions(context, session.userId)
                const isByPassword = ['/sign-in/username', '/sign-up/visitor'].includes(context.path)
                return {
                  data: {
                    userAgent: '',
                    ...parseBrowserLabel(context.headers?.get('user-agent') ?? null),
                    passwordAt: isByPassword ? new Date() : null,
                  },
                }
              },
            },
            update: {
              before: async ({ expiresAt }, context) => {
                const current = context?.context.session?.session
                if (expiresAt === undefined || current === undefined) return
                const lastAt = new Date(current.createdAt).getTime() + limits.absoluteMs
                return { data: { expiresAt: new Date(Math.min(expiresAt.getTime(), lastAt)) } }
              },
            },
          },
        },
      },
    }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== renewPath,
          handler: createAuthMiddleware(async (context) => {
            const token = await readToken(context)
            if (token === undefined) return
            const found = await context.context.internalAdapter.findSession(token)
            if (found !== null && found.session.expiresAt >= new Date()) return
            const renewed = await findRenewed(context, token)
            const { secret, authCookies } = context.context
            const signed = renewed && `${renewed.token}.${await makeSignature(renewed.token, secret)}`
            const headers = new Headers(context.headers)
            // Empty if not renewed: Better Auth would remove a dead session's cookie, and with it the new one.
            setRequestCookie(headers, authCookies.sessionToken.name, signed ?? '')
            return { context: { headers } }
          }),
        },
      ],
    },
    endpoints: {
      /** Gives the anonymous visitor of the request a name and a password. Their id, and so their wallets, stay. */
      signUpVisitor: createAuthEndpoint(
        '/sign-up/visitor',
        { method: 'POST', metadata: { SERVER_ONLY: true, $Infer: { body: {} as Credentials } } },
        async (context) => {
          const { internalAdapter, adapter, password } = context.context
          const { name } = context.body
          const named = [{ field: 'username', value: nameKey(name) }]
          const checkName = async () => {
            if (await adapter.findOne({ model: 'user', where: named }))
              throw new NameTakenError('This name is taken. Choose another.')
          }
          const asker = (await getSessionFromCtx(context, { disableRefresh: true }))?.user
          if (asker !== undefined && asker.isAnonymous !== true)
            throw new AlreadySignedInError('You have an account. Sign out of it first.')
          await checkName()
          const hash = await password.hash(context.body.password)
          const { id } =
            asker ??
            (await internalAdapter.createUser(
              { name, email: placeholderEmail(), emailVerified: false, isAnonymous: true },
              { method: 'anonymous' },
            ))
          const update = { name, username: name, isAnonymous: false, updatedAt: new Date() }
          const where = [
            { field: 'id', value: id },
            { field: 'isAnonymous', value: true },
          ]
          // Both rows or neither: a name without a password would stay taken, and its owner could not sign in.
          const signUp = adapter.transaction(async (transaction) => {
            // One statement, so that only one of two concurrent sign-ups counts.
            const changed = await transaction.updateMany({ model: 'user', where, update })
            const at = { createdAt: new Date(), updatedAt: new Date() }
            const account = { userId: id, providerId: 'credential', accountId: id, password: hash, ...at }
            if (changed > 0) await transaction.create({ model: 'account', data: account })
            return changed
          })
          const changed = await signUp.catch(async (error: unknown) => {
            await checkName()
            throw error
          })
          if (changed === 0) throw sessionGone()
          return beginSession(context, id)
        },
      ),
      /** Signs in the user who proved a wallet. Null if the user has no account, or one newer than the proof. */
      signInWallet: createAuthEndpoint(
        '/sign-in/wallet',
        { method: 'POST', metadata: { SERVER_ONLY: true, $Infer: { body: {} as ProvenWallet } } },
        async (context) => {
          const { userId, provenAt } = context.body
          // Of two concurrent sign-ins in this session, the second finds the session ended.
          if ((await getSessionFromCtx(context, { disableRefresh: true })) === null) throw sessionGone()
          const account = await context.context.internalAdapter.findCredentialAccount(userId)
          // An earlier user of this browser can have proven the wallet before the sign-up.
          if (!account || provenAt < account.createdAt.getTime()) return null
          return beginSession(context, userId)
        },
      ),
      /**
       * Gives an account's session another token. For a minute, requests with the old one get the same new token: the client
       * might have lost the answer.
       */
      renewToken: createAuthEndpoint(
        renewPath,
        { method: 'POST', metadata: { SERVER_ONLY: true } },
        async (context) => {
          const { adapter, internalAdapter } = context.context
          const token = await readToken(context)
          const found = token && (await internalAdapter.findSession(token))
          if (token && found && found.user.isAnonymous !== true) {
            const update = {
              token: generateRandomString(32),
              previousToken: token,
              previousUntil: new Date(Date.now() + previousTokenMs),
            }
            await adapter.updateMany({ model: 'session', where: [{ field: 'token', value: token }], update })
          }
          const renewed = token && (await findRenewed(context, token))
          const current = renewed && (await internalAdapter.findSession(renewed.token))
          if (current) await setSessionCookie(context, current)
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

function sessionGone(): VisitorGoneError {
  return new VisitorGoneError('Your session has ended meanwhile. Reload the page.')
}

async function beginSession(context: GenericEndpointContext, userId: string) {
  const { internalAdapter } = context.context
  const session = await internalAdapter.createSession(userId)
  const user = await internalAdapter.findUserById(userId)
  if (user === null) throw sessionGone()
  await setSessionCookie(context, { session, user })
  return toVisitor(user, session)
}

/** Ends the session that asked for a new one. Its token is dead from then on. */
async function endAskingSession(context: GenericEndpointContext): Promise<void> {
  const asking = await getSessionFromCtx(context, { disableRefresh: true })
  if (!asking) return
  const where = [{ field: 'id', value: asking.session.id }]
  const ended = await context.context.adapter.deleteMany({ model: 'session', where })
  if (ended === 0) throw sessionGone()
}

async function endOldestSessions({ context }: GenericEndpointContext, userId: string): Promise<void> {
  const live = await context.internalAdapter.listSessions(userId)
  const newestFirst = live.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
  const surplus = newestFirst.slice(sessionsPerUser - 1)
  if (surplus.length > 0) await context.internalAdapter.deleteSessions(surplus.map(({ token }) => token))
}

async function readToken(context: GenericEndpointContext): Promise<string | undefined> {
  if (context.headers === undefined) return undefined
  const { authCookies, secret } = context.context
  return (await context.getSignedCookie(authCookies.sessionToken.name, secret)) || undefined
}

/** Finds the session that had this token until a minute ago. */
function findRenewed({ context }: GenericEndpointContext, token: string) {
  return context.adapter.findOne<{ readonly token: string }>({
    model: 'session',
    where: [
      { field: 'previousToken', value: token },
      { field: 'previousUntil', operator: 'gt', value: new Date() },
    ],
  })
}
