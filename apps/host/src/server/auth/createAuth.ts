import { randomBytes, randomUUID } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { anonymous } from 'better-auth/plugins/anonymous'
import { username } from 'better-auth/plugins/username'
import type { Kysely } from 'kysely'
import type { HostTables } from '../hostData.ts'
import { isName, passwordLength } from './credentials.ts'
import { createPasswordLimiter } from './passwordLimiter.ts'
import { createVisitorPlugin, type SessionLimits } from './visitorPlugin.ts'

/** Hashes and checks passwords, as Better Auth's `emailAndPassword.password`. */
export type PasswordHashing = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (checked: { hash: string; password: string }) => Promise<boolean>
}

export type Auth = ReturnType<typeof createAuth>

// No vowels, so that no words arise, and no letters that look like others.
const labelLetters = 'bcdfghjkmnpqrstvwxz23456789'

/** Creates Better Auth for anonymous visitors and accounts. Only the host's routes call it, by `auth.api`. */
export function createAuth(options: {
  readonly database: Kysely<HostTables>
  readonly publicUrl: URL
  /** Signs the session cookie, 32 characters or more. */
  readonly secret: string
  readonly limits: SessionLimits
  /** Converts a name to the form in which names are unique. */
  readonly nameKey: (name: string) => string
  readonly password?: PasswordHashing | undefined
  /** Called when an anonymous visitor signs in to an account. Must never reject. */
  readonly onVisitorLeft: (visitorId: string) => Promise<void>
}) {
  const { publicUrl, secret, limits, nameKey, onVisitorLeft } = options
  const password = options.password ?? { hash: hashPassword, verify: verifyPassword }
  const isSecure = publicUrl.protocol === 'https:'
  const takeTurn = createPasswordLimiter()
  const placeholderEmail = () => `${randomUUID()}@visitors.invalid`
  return betterAuth({
    baseURL: publicUrl.origin,
    secret,
    database: { db: options.database, type: 'sqlite', transaction: true },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    // `hostLimits` replaces this limit: it counts by name too, and keeps no address.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      // In UTF-16 units; `credentials` counts characters.
      maxPasswordLength: 2 * passwordLength.max,
      password: {
        hash: (text) => takeTurn(() => password.hash(text)),
        verify: (checked) => takeTurn(() => password.verify(checked)),
      },
    },
    session: {
      expiresIn: limits.idleMs / 1000,
      // The idle time is written at most once a minute, not with every request.
      updateAge: 60,
      freshAge: 0,
    },
    plugins: [
      anonymous({
        generateName: () =>
          `visitor-${[...randomBytes(4)].map((byte) => labelLetters[byte % labelLetters.length]).join('')}`,
        generateRandomEmail: placeholderEmail,
        // The sweep removes the visitor later, after the writes of requests in progress.
        disableDeleteAnonymousUser: true,
        onLinkAccount: ({ anonymousUser }) => onVisitorLeft(anonymousUser.user.id),
      }),
      username({
        displayUsername: false,
        // In UTF-16 units; `isName` counts characters.
        minUsernameLength: 1,
        maxUsernameLength: 128,
        usernameValidator: (name) => isName(name.normalize('NFC')),
        usernameNormalization: nameKey,
      }),
      createVisitorPlugin({ limits, nameKey, placeholderEmail }),
    ],
    advanced: {
      // Better Auth would use `__Secure-`; `__Host-` also keeps out other hosts of the domain (RFC 6265bis §4.1.3.2).
      useSecureCookies: false,
      cookiePrefix: 'hawser',
      cookies: {
        session_token: {
          name: isSecure ? '__Host-hawser_session' : 'hawser_session',
          attributes: { secure: isSecure },
        },
      },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions)
}
