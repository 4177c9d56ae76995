import { loadPart } from '../platform/loadPart.ts'
import type { InjectedConnector, InjectedOptions } from './injected.ts'

/**
 * A connector to the extensions of this browser. Its code is fetched when one is chosen.
 * @throws PageOutdatedError | ClientUnavailableError - when the code cannot be fetched
 */
export async function loadInjectedConnector(options: InjectedOptions): Promise<InjectedConnector> {
  const createInjectedConnector = await loadPart(async () => (await import('./injected.ts')).createInjectedConnector)
  return createInjectedConnector(options)
}
