import { loadPart } from '../platform/loadPart.ts'
import { standardPrefix } from '../wallets/discovery/standardWallet.ts'
import { createInjectedConnector, type InjectedOptions } from './injected.ts'
import type { PageConnector } from './pageConnector.ts'
import type { StandardConnectorOptions } from './standardConnector.ts'

/**
 * A connector to a wallet of this page, by the make of the wallet. A chunk of its own, fetched when one is chosen.
 * @throws PageOutdatedError | ClientUnavailableError - when the code of the rarer make cannot be fetched
 */
export async function loadPageConnector(
  options: InjectedOptions & StandardConnectorOptions,
  rdns: string,
): Promise<PageConnector> {
  return rdns.startsWith(standardPrefix)
    ? (await loadPart(() => import('./standardConnector.ts'))).createStandardConnector(options)
    : createInjectedConnector(options)
}
