import type { LinkOptions } from '@hawser/link'
import type { NameLooks } from './auth/checkName.ts'
import type { PasswordHashing } from './auth/createAuth.ts'
import type { SessionLimits } from './auth/sessionLimits.ts'

/** The options of a host app's server. */
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
  /**
   * The chains whose accounts are linked, which the page asks wallets for; a wallet that shares several accounts proves them in
   * this order. Default: Ethereum, Solana and Bitcoin (`defaultChains`).
   */
  readonly chains?: NonNullable<LinkOptions['chains']>
  /**
   * RPC addresses by chain, tried in this order, to check contract accounts (EIP-1271, EIP-6492). Without one for a chain only
   * accounts with a key can be linked on it. The page does not see them.
   */
  readonly rpc?: NonNullable<LinkOptions['rpc']>
  /** Which names read as one another: `lookAlikeKey` and `mixedScripts` of `@hawser/registry`, with its table (UTS 39). */
  readonly names: NameLooks
  /** Folder of the built page. */
  readonly pageDir: string
  readonly sessionLimits?: SessionLimits
  /** How passwords are hashed and checked. Default: as Better Auth does, with scrypt. */
  readonly password?: PasswordHashing
  /**
   * At least 32 characters: signs session cookies, and keys the hashes by which limits know names and addresses. Default: a new
   * one each start, so all sessions end with the process.
   */
  readonly secret?: string
  /**
   * How many proxies of yours add to X-Forwarded-For. Default 0: the header is not believed, and what comes from this machine
   * is not limited by address. With an https `publicUrl` there is one at least.
   */
  readonly trustedProxies?: number
  /**
   * At least 32 secret bytes: signs the statements by which wallets tell this site from an impostor. All nodes of a site need the
   * same. Without it the site makes no statements.
   */
  readonly originSecret?: Uint8Array
  /**
   * The contact for reports of weaknesses, a `mailto:` or `https:` URI, published in `/.well-known/security.txt` (RFC 9116).
   * Without it the server has no such page.
   */
  readonly securityContact?: string
  /**
   * Origins whose pages may frame this one: it links in their frames. They have to be of this site, whose cookie goes to no frame of
   * another. Default: none.
   */
  readonly framedBy?: readonly string[]
  /** `network`: wallets of the stores listen on the relay, as behind a proxy of the network's. By default its address decides. */
  readonly relayReach?: 'network' | 'own' | undefined
  /** The random bytes of the link API. */
  readonly randomBytes?: LinkOptions['randomBytes']
}

/** The main chains of Ethereum, Solana and Bitcoin. */
export const defaultChains = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
] as const
