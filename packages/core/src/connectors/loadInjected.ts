import { ClientUnavailableError } from '../errors.ts'
import type { InjectedConnector, InjectedOptions } from './injected.ts'

/**
 * A connector to the extensions of this browser. Its code is fetched when one is chosen.
 * @throws ClientUnavailableError - when the code cannot be fetched
 */
export async function loadInjectedConnector(options: InjectedOptions): Promise<InjectedConnector> {
  try {
    const { createInjectedConnector } = await import('./injected.ts')
    return createInjectedConnector(options)
  } catch (cause) {
    throw new ClientUnavailableError('The code that talks to wallets could not be loaded. Try again.', { cause })
  }
}
