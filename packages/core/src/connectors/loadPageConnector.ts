import { ClientUnavailableError } from '../errors.ts'
import { standardPrefix } from '../wallets/discovery/standardWallet.ts'
import type { InjectedOptions } from './injected.ts'
import type { PageConnector } from './pageConnector.ts'
import type { StandardConnectorOptions } from './standardConnector.ts'

/**
 * A connector to a wallet of this page, by the make of the wallet. Its code is fetched when one is chosen.
 * @throws ClientUnavailableError - when the code cannot be fetched
 */
export async function loadPageConnector(
  options: InjectedOptions & StandardConnectorOptions,
  rdns: string,
): Promise<PageConnector> {
  try {
    if (rdns.startsWith(standardPrefix))
      return (await import('./standardConnector.ts')).createStandardConnector(options)
    return (await import('./injected.ts')).createInjectedConnector(options)
  } catch (cause) {
    throw new ClientUnavailableError('The code that talks to wallets could not be loaded. Try again.', { cause })
  }
}
