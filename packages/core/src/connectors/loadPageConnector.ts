import { loadPart } from '../platform/loadPart.ts'
import { bitcoinPrefix } from '../wallets/discovery/bitcoinWallet.ts'
import { standardPrefix } from '../wallets/discovery/standardWallet.ts'
import type { BitcoinConnectorOptions } from './bitcoinConnector.ts'
import type { InjectedOptions } from './injected.ts'
import type { PageConnector } from './pageConnector.ts'
import type { StandardConnectorOptions } from './standardConnector.ts'

/**
 * A connector to a wallet of this page, by the make of the wallet. Its code is fetched when one is chosen.
 * @throws PageOutdatedError | ClientUnavailableError - when the code cannot be fetched
 */
export async function loadPageConnector(
  options: InjectedOptions & StandardConnectorOptions & BitcoinConnectorOptions,
  rdns: string,
): Promise<PageConnector> {
  if (rdns.startsWith(standardPrefix))
    return (await loadPart(() => import('./standardConnector.ts'))).createStandardConnector(options)
  if (rdns.startsWith(bitcoinPrefix))
    return (await loadPart(() => import('./bitcoinConnector.ts'))).createBitcoinConnector(options)
  return (await loadPart(() => import('./injected.ts'))).createInjectedConnector(options)
}
