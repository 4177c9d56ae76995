import type { Proposal } from '../records/records.ts'
import type { WalletRequest } from '../responder/walletRequests.ts'
import { createClient } from './createClient.ts'
import type { DappClient } from './createDappClient.ts'
import { addDapp } from './dappMethods.ts'
import type { SignClientOptions } from './signClientOptions.ts'
import { type AuthenticationMethods, addWallet, type WalletMethods } from './walletMethods.ts'

/** A client of the WalletConnect v2 Sign protocol in both roles. */
export type SignClient = DappClient & WalletMethods<Proposal>

/** The same, for a wallet that signs in with its approval. */
export type AuthenticatingClient = DappClient & WalletMethods<WalletRequest> & AuthenticationMethods

/**
 * Creates a client that can be dapp and wallet. It connects when it has something to send or to hear. With
 * `authenticates` the wallet takes sign-in requests (wc_sessionAuthenticate) and skips the proposals beside them;
 * without it, the other way round.
 */
export function createSignClient(options: SignClientOptions & { readonly authenticates: true }): AuthenticatingClient
export function createSignClient(options: SignClientOptions): SignClient
export function createSignClient(options: SignClientOptions & { readonly authenticates?: boolean }): object {
  const parts = createClient(options)
  const client = { ...parts.client, ...addDapp(parts), ...addWallet(parts, options.authenticates === true) }
  parts.start()
  return client
}
