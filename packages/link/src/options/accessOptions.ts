import { nearestName } from '@hawser/wire/internal'
import type { ReleasedWallet } from '../wallets/releasedWallet.ts'
import type { HostUser } from './hostUser.ts'
import type { NewLink } from './linkedEvent.ts'
import type { LinkLogEvent } from './linkLogEvent.ts'
import { defaultRateLimits, type LinkRateLimits } from './linkRateLimits.ts'
import type { SignInOptions } from './signInOptions.ts'

/** Controls access: the allowed senders, their rates, and the reported events. */
export type AccessOptions = {
  /**
   * The path the API is mounted on, for example `/api/link`. Set it where the path stays in the request's address: route
   * handlers of Next.js, the servers of Bun, Deno and Node. Express, Fastify (with our plugin) and Hono's `mount` remove the
   * path.
   */
  readonly basePath?: string
  /**
   * Requests per minute. Omitted limits have their default (`defaultRateLimits`). The store keeps the counts, so all nodes
   * share them.
   */
  readonly rateLimits?: Partial<LinkRateLimits>
  /** How many of your proxies append to X-Forwarded-For. Default: 0, which ignores the header. */
  readonly trustedProxies?: number
  /**
   * Returns the address that a request's connection came from. Default: the address that the adapter or `withPeerAddress` recorded.
   * Without an address, no limit by address applies.
   */
  clientAddress?(request: Request): string | undefined
  /**
   * At least 32 secret bytes, for the hashes of addresses and ids in limits and logs. Default: random. Nodes that share a store
   * need the same key, or each node limits separately.
   */
  readonly hashKey?: Uint8Array
  /** The host app's own check against cross-site requests (a token), in addition to the checks of this API. */
  isOwnPage?(request: Request): boolean | Promise<boolean>
  /** Whether a linked wallet is a way to sign in. Unlinking one then takes its fresh signature (T-55). Default: false. */
  readonly isLoginFactor?: boolean
  /**
   * Whether a host user has another way to sign in. Asked before the last wallet that is a login factor is unlinked. Default:
   * no.
   */
  mayUnlinkLast?(hostUser: HostUser): Promise<boolean>
  /**
   * Whether a host user may unlink a wallet that is a way to sign in without its signature, in case it is lost or stolen.
   * Return true only after your own step-up that needs no wallet, a password for example. Default: no.
   */
  mayUnlink?(hostUser: HostUser): Promise<boolean>
  /**
   * Whether a host user may link a wallet now. If not, the answer is 401 `proof_required`. Where a linked wallet is a way to
   * sign in, return true only after your own step-up. Otherwise the holder of a stolen session could link their own wallet.
   * Default: yes.
   */
  mayLink?(hostUser: HostUser): Promise<boolean>
  /**
   * How many seconds a text to link, unlink or release can be answered, 300 to 86,400 (a day). Use more than the default for
   * visitors who do not sign alone, with a multisig or a custodian. The modal then says that others may have to sign, and
   * waits. An attacker who lures someone into signing for another account has the same time. Texts to sign in, and those of a
   * one-tap link, always live five minutes. Default: 300.
   * @example createLink({ publicUrl, store, hostUser, challengeLifetimeSeconds: 24 * 60 * 60 })
   */
  readonly challengeLifetimeSeconds?: number
  /**
   * Lets visitors sign in with a wallet that is linked to a host user. Needs `isLoginFactor: true` and `mayLink`. Default:
   * signing in with a wallet answers 404.
   */
  readonly signIn?: SignInOptions
  /** Receives what was done and refused, with keyed hashes and no addresses. Default: none. */
  readonly onEvent?: (event: LinkLogEvent) => void
  /**
   * Called once for each newly linked wallet of a host user, after it is stored, so that you can notify the user. Nothing waits
   * for it, and `onFailure` receives its errors.
   */
  readonly onLinked?: (linked: NewLink) => void | Promise<void>
  /**
   * Called once for each wallet that a host user lost because someone else proved to own it, so that you can notify the user.
   * The new owner is never named. The call runs after the change is stored, nothing waits for it, and `onFailure` receives its
   * errors. If the process ends in between, only the host user's history shows the loss.
   */
  readonly onReleased?: (released: ReleasedWallet) => void | Promise<void>
}

/** Explains the first of these options that is invalid; undefined if all are valid. */
export function explainAccessOptions(options: AccessOptions): string | undefined {
  if (options.signIn !== undefined && options.isLoginFactor !== true)
    return '`signIn` needs `isLoginFactor: true`: what signs in is not unlinked by a session alone.'
  if (options.signIn !== undefined && options.mayLink === undefined)
    return '`signIn` needs `mayLink`. Without it, anyone with a stolen session could link their own wallet and sign in with it from then on. Return `true` only after a step-up, such as a password entered minutes ago.'
  const { basePath, rateLimits = {}, trustedProxies = 0, hashKey, challengeLifetimeSeconds: seconds = 300 } = options
  if (basePath !== undefined && !/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}){1,8}$/.test(basePath))
    return '`basePath` must be a path such as "/api/link", without a final slash.'
  for (const [name, limit] of Object.entries(rateLimits)) {
    if (!Object.hasOwn(defaultRateLimits, name)) {
      const near = nearestName(name, Object.keys(defaultRateLimits))
      return `\`rateLimits\` names an unknown limit.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`
    }
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000_000)
      return 'Each of `rateLimits` must be a whole number of requests a minute, 1 to 1,000,000.'
  }
  if (!Number.isSafeInteger(trustedProxies) || trustedProxies < 0 || trustedProxies > 16)
    return '`trustedProxies` must be a whole number, 0 to 16.'
  if (!Number.isSafeInteger(seconds) || seconds < 300 || seconds > 86_400)
    return '`challengeLifetimeSeconds` must be a whole number of seconds, 300 (five minutes) to 86,400 (a day).'
  if (hashKey !== undefined && hashKey.byteLength < 32) return '`hashKey` must have 32 bytes or more.'
  return undefined
}
