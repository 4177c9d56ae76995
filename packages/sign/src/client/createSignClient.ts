import type { Proposal } from '../records/records.ts'
import type { WalletRequest } from '../responder/walletRequests.ts'
import { createClient } from './createClient.ts'
import type { DappClient } from './createDappClient.ts'
import { addDappRole } from './dappMethods.ts'
import type { SignClientOptions } from './signClientOptions.ts'
import { type AuthenticationMethods, addWalletRole, type WalletMethods } from './walletMethods.ts'

/** A client of the WalletConnect v2 Sign protocol in both roles. */
export type SignClient = DappClient & WalletMethods<Proposal>

/** A `SignClient` whose wallet role takes sign-in requests (`authenticates: true`). */
export type AuthenticatingClient = DappClient & WalletMethods<WalletRequest> & AuthenticationMethods

/**
 * Creates a client that is both dapp and wallet. The client connects when it has something to send or receive. With
 * `authenticates`, the wallet takes sign-in requests (wc_sessionAuthenticate) and skips the proposals sent with them.
 * Without it, the wallet takes the proposals and skips the requests.
 */
export function createSignClient(options: SignClientOptions & { readonly authenticates: true }): AuthenticatingClient
export function createSignClient(options: SignClientOptions): SignClient
export function createSignClient(options: SignClientOptions & { readonly authenticates?: boolean }): object {
  const parts = createClient(options)
  const client = { ...parts.client, ...addDappRole(parts), ...addWalletRole(parts, options.authenticates === true) }
  parts.start()
  return client
}
