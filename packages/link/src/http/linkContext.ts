import type { ChainId } from '@hawser/wire'
import type { HostUser } from '../options/hostUser.ts'
import type { NewLink } from '../options/linkedEvent.ts'
import type { LinkLogEvent } from '../options/linkLogEvent.ts'
import type { CheckedLinkOptions } from '../options/linkOptions.ts'
import type { LinkedWalletRow } from '../records/linkedWalletRow.ts'
import type { ContractClient } from '../verifiers/contractClient.ts'
import type { AllowedOrigins } from './allowedOrigins.ts'
import type { TakeTurn, TokenOf } from './rateLimits.ts'

/** Request data that every route can read. A refusal knows the user once the route's access check has set it. */
export type LinkEnv = { Variables: { hostUser?: HostUser | undefined } }

/** The shared context of the routes: the options with their defaults, and the objects made from them. */
export type LinkContext = Omit<
  CheckedLinkOptions,
  'now' | 'randomBytes' | 'chains' | 'onFailure' | 'allowedOrigins' | 'allowsNoOrigin' | 'challengeLifetimeSeconds'
> & {
  readonly chains: readonly ChainId[]
  /** Lifetime of texts that link, unlink and release. Texts to sign in and of a one-tap link live for five minutes. */
  readonly challengeLifetimeMs: number
  readonly allowed: AllowedOrigins
  /** Formats the name of a host user in the signed text. */
  readonly labelOf: (hostUser: HostUser) => string
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
  readonly onFailure: (error: unknown) => void
  readonly reach: ContractClient
  readonly take: TakeTurn
  readonly tokenOf: TokenOf
  readonly purge: () => Promise<void>
  readonly logEvent: (type: LinkLogEvent['type'], about: LogSubject) => void
  readonly notifyLinked: (linked: NewLink) => void
  readonly notifyReleased: (released: readonly LinkedWalletRow[], at: number) => void
  readonly addressOf: (request: Request) => string | undefined
}

/** The user and the account of an event, before they are hashed. */
export type LogSubject = { readonly userId?: string | undefined; readonly account?: string; readonly code?: string }
