import type { LinkOptions } from '@hawser/link'
import type { NameLooks } from './auth/checkName.ts'
import type { PasswordHashing } from './auth/createAuth.ts'
import type { SessionLimits } from './auth/visitorPlugin.ts'

/** The settings of a host app's server. The README says more about settings for production. */
export type HostOptions = {
  /** SQLite file of sessions, accounts and linked wallets; created when absent. */
  readonly dataFile: string
  /** The address visitors type, e.g. `https://app.example`. Never taken from a request. */
  readonly publicUrl: string
  /** Whether `publicUrl` may be plain http beyond this machine, where sessions can be read on the way. Default false. */
  readonly allowsHttp?: boolean
  readonly relayUrl: string
  readonly registryUrl: string
  readonly walletUrl: string
  /** The chains whose accounts are linked; a wallet with several accounts proves them in this order. */
  readonly chains?: NonNullable<LinkOptions['chains']>
  /** RPC addresses by chain, tried in this order, for contract accounts (EIP-1271, EIP-6492). Hidden from the page. */
  readonly rpc?: NonNullable<LinkOptions['rpc']>
  /** Detects names that look alike: `lookAlikeKey` and `mixedScripts` of `@hawser/registry` (UTS 39). */
  readonly names: NameLooks
  /** Folder of the built page. */
  readonly pageDir: string
  /** When sessions end. Default: 12 hours after their last use, and 7 days after they began. */
  readonly sessionLimits?: SessionLimits
  /** The hashing of passwords. Default: that of Better Auth, with scrypt. */
  readonly password?: PasswordHashing
  /** 32 characters or more: signs session cookies, and keys the hashes of limits. Default: a new secret at each start. */
  readonly secret?: string
  /** The number of your proxies that add to X-Forwarded-For. Default 0: the header is ignored. */
  readonly trustedProxies?: number
  /** 32 secret bytes or more, to sign the origin statements by which wallets know this site. Default: no statements. */
  readonly originSecret?: Uint8Array
  /** A `mailto:` or `https:` URI for `/.well-known/security.txt` (RFC 9116). Default: no such file. */
  readonly securityContact?: string
  /** Origins of this site whose pages may frame this one, which then links in their frames. Default: none. */
  readonly framedBy?: readonly string[]
  /** `network`: wallets from the stores listen on the relay. Default: the relay's address decides. */
  readonly relayReach?: 'network' | 'own' | undefined
  /** The source of random bytes for the link API. */
  readonly randomBytes?: LinkOptions['randomBytes']
}

/** The main chains of Ethereum, Solana and Bitcoin. */
export const defaultChains = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
] as const
