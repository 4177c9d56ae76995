import { randomBytes, randomUUID } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { anonymous } from 'better-auth/plugins/anonymous'
import { username } from 'better-auth/plugins/username'
import type { Kysely } from 'kysely'
import type { HostTables } from '../hostTables.ts'
import { isName, passwordLength } from './credentials.ts'
import { createPasswordTurns } from './passwordTurns.ts'
import { createVisitorPlugin, type SessionLimits } from './visitorPlugin.ts'

/** Hashes and checks passwords, as Better Auth's `emailAndPassword.password`. */
export type PasswordHashing = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (checked: { hash: string; password: string }) => Promise<boolean>
}

export type Auth = ReturnType<typeof createAuth>

// No vowels, so no words; nothing that looks like something else.
const labelLetters = 'bcdfghjkmnpqrstvwxz23456789'

/**
 * Better Auth for this host app: anonymous visitors, who may choose a name and a password, and their sessions. The host calls
 * `auth.api` from routes of its own; nothing is mounted at `/api/auth`.
 */
export function createAuth(options: {
  readonly database: Kysely<HostTables>
  readonly publicUrl: URL
  /** Signs the session cookie, 32 characters or more. */
  readonly secret: string
  readonly limits: SessionLimits
  /** The form of a name in which it is unique. */
  readonly nameKey: (name: string) => string
  readonly password?: PasswordHashing | undefined
  /** An anonymous visitor signed in to an account. Never rejects. */
  readonly onVisitorLeft: (visitorId: string) => Promise<void>
}) {
  const { publicUrl, secret, limits, nameKey, onVisitorLeft } = options
  const password = options.password ?? { hash: hashPassword, verify: verifyPassword }
  const isSecure = publicUrl.protocol === 'https:'
  const takeTurn = createPasswordTurns()
  const placeholderEmail = () => `${randomUUID()}@visitors.invalid`
  return betterAuth({
    baseURL: publicUrl.origin,
    secret,
    database: { db: options.database, type: 'sqlite' },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    // `hostLimits` counts by name too, and keeps no address.
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
      // One write a minute keeps the idle clock; more would be a write for every request.
      updateAge: 60,
      freshAge: 0,
    },
    plugins: [
      anonymous({
        generateName: () =>
          `visitor-${[...randomBytes(4)].map((byte) => labelLetters[byte % labelLetters.length]).join('')}`,
        generateRandomEmail: placeholderEmail,
        // The sweep removes the visitor, after what a request under way may still write.
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
      // Better Auth would name it `__Secure-`; `__Host-` also keeps out other hosts of the domain (RFC 6265bis §4.1.3.2).
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
