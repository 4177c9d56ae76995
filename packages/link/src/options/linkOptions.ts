import type { ChainId } from '@hawser/wire'
import type { LinkStore } from '../records/linkStore.ts'
import type { AccessOptions } from './accessOptions.ts'
import type { HandoffOptions } from './handoffOptions.ts'
import type { HostUser } from './hostUser.ts'
import type { OriginStatementOptions } from './originStatementOptions.ts'
import type { Site } from './siteOptions.ts'

export type LinkOptions = AccessOptions & {
  readonly store: LinkStore
  /**
   * The address at which visitors see the host app's page, with its scheme, for example `https://app.example`. It gives
   * `domain`, `uri` and `allowedOrigins`. You can also set each of these to be more specific; an option that contradicts
   * `publicUrl` is refused. The address is never taken from a request.
   * @example createLink({ publicUrl: 'https://app.example', store, hostUser })
   */
  readonly publicUrl?: string
  /**
   * The host app's authority as visitors see it, for example `app.example` or `localhost:4400`. Default: that of `publicUrl`.
   */
  readonly domain?: string
  /** The host app's page, of the same authority, for example `https://app.example/`. Default: `publicUrl`. */
  readonly uri?: string
  /**
   * Chains whose accounts may be linked: any of `eip155` and `solana`, and `bip122:000000000019d6689c085ae165831e93`, each by
   * any of its names (`canonicalChainId`). Default: `eip155:1`. An address has one owner across all chains of its namespace.
   */
  readonly chains?: readonly ChainId[]
  /**
   * RPC addresses by chain, tried in this order, to check contract accounts (EIP-1271, EIP-6492). On a chain without an
   * address, only accounts with a key can be linked.
   */
  readonly rpc?: Readonly<Record<ChainId, readonly string[]>>
  /** Reaches the addresses of `rpc`. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Returns the host user of the request's session, or undefined without a session. It must not read the body. */
  hostUser(request: Request): Promise<HostUser | undefined>
  /**
   * Origins of the pages that may link and unlink, for example `['https://app.example', 'https://other.example']`. Pages of
   * another origin than the API's are answered by CORS, with their cookies. Programs that show pages have origins too:
   * `capacitor://localhost`, `app://-`, `chrome-extension://<id>`. `null`, `file://` and `moz-extension://*`, which any page or
   * program can have, also need `isOwnPage`. Default: the origin of `publicUrl`.
   */
  readonly allowedOrigins?: readonly string[]
  /**
   * Whether clients that name no origin may link and unlink: React Native, desktop apps, servers. A browser names an origin
   * with every request that changes something, so this option does not let it in. Default: false.
   */
  readonly allowsNoOrigin?: boolean
  /**
   * Signs statements that tell wallets which pairings the pages of this site make, so that wallets need not believe a page
   * (T-31). Publish `Link.originKeys` only once every such page sends statements: from then on a pairing without one counts as
   * foreign. Default: none.
   */
  readonly originStatements?: OriginStatementOptions
  /** Lets visitors link a phone's wallet from another screen (`docs/security/cross-device.md`). Default: 404. */
  readonly handoff?: HandoffOptions
  /**
   * Whether `uri` and `allowedOrigins` may be plain http beyond this machine, where anyone between visitor and server can read
   * the session and link in its name. Default: false, which allows only `localhost` and loopback addresses.
   */
  readonly allowsHttp?: boolean
  /** Epoch milliseconds. Default: the system's clock. */
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
  /**
   * Receives the error that the client does not see when something fails (answered with 500 `link_failed`). A driver's error
   * can contain more than its message: PostgreSQL repeats the row. Default: `printFailure`, which leaves that out.
   */
  readonly onFailure?: (error: unknown) => void
}

/** Checked options, with every part of the site present. */
export type CheckedLinkOptions = Omit<LinkOptions, keyof Site> & Site
