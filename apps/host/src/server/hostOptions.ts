import type { LinkOptions } from '@hawser/link'
import type { NameLooks } from './auth/checkName.ts'
import type { PasswordHashing } from './auth/createAuth.ts'
import type { SessionLimits } from './auth/visitorPlugin.ts'

/** What a host app's server is told. */
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
   * RPC addresses by chain, tried in this order: what contract accounts are asked through (EIP-1271, EIP-6492). Without one
   * for a chain only accounts with a key can be linked on it. The page is not told of them.
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
   * 32 characters or more: what session cookies are signed with, and the keyed hashes that limits know names and addresses by.
   * Default: a new one each start, so all sessions end with the process.
   */
  readonly secret?: string
  /**
   * How many proxies of yours add to X-Forwarded-For. Default 0: the header is not believed, and what comes from this machine
   * is not limited by address. With an https `publicUrl` there is one at least.
   */
  readonly trustedProxies?: number
  /**
   * 32 secret bytes or more: what the statements are signed with by which wallets tell this site from one that says it is. All
   * nodes of a site need the same. Without it there are none.
   */
  readonly originSecret?: Uint8Array
  /**
   * Whom to tell of a weakness, a `mailto:` or `https:` URI: what `/.well-known/security.txt` (RFC 9116) names. Without it
   * there is none.
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
