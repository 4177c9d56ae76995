import { type BaseClient, createClient } from './createClient.ts'
import { addDappRole, type DappMethods } from './dappMethods.ts'
import type { SignClientOptions } from './signClientOptions.ts'

/** A client of the WalletConnect v2 Sign protocol that is only a dapp. */
export type DappClient = BaseClient & DappMethods

/** Creates a client that is only a dapp. A web page needs no more, and does not load the wallet's code. */
export function createDappClient(options: SignClientOptions): DappClient {
  const parts = createClient(options)
  const client = { ...parts.client, ...addDappRole(parts) }
  parts.start()
  return client
}
