import type { PasswordCost } from './password.ts'
import type { SessionLimits } from './visitorSessions.ts'

/** What a host app's server is told. */
export type HostOptions = {
  /** SQLite file of sessions, accounts and linked wallets; created when absent. */
  readonly dataFile: string
  /** The address visitors type, e.g. `https://app.example`. Never taken from a request. */
  readonly publicUrl: string
  readonly relayUrl: string
  readonly registryUrl: string
  readonly walletUrl: string
  /** Folder of the built page. */
  readonly pageDir: string
  readonly sessionLimits?: SessionLimits
  readonly passwordCost?: PasswordCost
  /** Secret of the keyed hashes that limits know names and addresses by. Default: a new one each start, so limits begin anew. */
  readonly hashKey?: Uint8Array
  /**
   * How many proxies of yours add to X-Forwarded-For. Default 0: the header is not believed, and what comes from this machine
   * is not limited by address. Behind https there is one at least.
   */
  readonly trustedProxies?: number
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
}
