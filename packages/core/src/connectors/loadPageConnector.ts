import { loadPart } from '../platform/loadPart.ts'
import { createInjectedConnector, type InjectedOptions } from './injected.ts'
import type { PageConnector } from './pageConnector.ts'
import type { StandardConnectorOptions } from './standardConnector.ts'

/**
 * A connector to a wallet of this page, by the make of the wallet. A chunk of its own, fetched when one is chosen.
 * @throws PageOutdatedError | ClientUnavailableError - when the code of the rarer make cannot be fetched
 */
export async function loadPageConnector(
  options: StandardConnectorOptions & InjectedOptions,
  rdns: string,
): Promise<PageConnector> {
  return options.discovery()?.standardOf(rdns) !== undefined
    ? (await loadPart(() => import('./standardConnector.ts'))).createStandardConnector(options)
    : createInjectedConnector(options)
}
