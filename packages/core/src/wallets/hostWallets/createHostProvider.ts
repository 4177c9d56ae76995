import { ExtensionMissingError } from '../../errors.ts'
import { type Provider, readProvider } from '../discovery/announcement.ts'
import type { HostProviderWallet, WagmiConnector } from './hostWallet.ts'

type Listen = (event: string, listener: (payload: unknown) => void) => void
type HeardProvider = Provider & { readonly on: Listen; readonly removeListener: Listen }

/** Creates the provider of a host app's wallet. It opens before the first request, and opens again after a failure. */
export function createHostProvider(given: HostProviderWallet | WagmiConnector): HeardProvider {
  let opening: Promise<Provider> | undefined
  let opened: Provider | undefined

  async function open(): Promise<Provider> {
    // wagmi calls `setup` when a page is configured with the connector.
    await call(given, 'setup')
    const provider = 'getProvider' in given ? await call(given, 'getProvider') : await providerIn(given)
    opened = readProvider(provider)
    if (opened === undefined) throw new ExtensionMissingError('The wallet of the page has no provider.')
    return opened
  }

  function use(): Promise<Provider> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  return {
    async request(request) {
      const provider = await use()
      // For accounts, a connector can open a window or ask in its wallet's own way.
      if (request.method === 'eth_requestAccounts' && 'getProvider' in given)
        return Reflect.get(Object(await call(given, 'connect')), 'accounts')
      return provider.request(request)
    },
    on: (event, listener) => void call(opened, 'on', event, listener),
    removeListener: (event, listener) => void call(opened, 'removeListener', event, listener),
  }
}

function providerIn({ provider }: HostProviderWallet): unknown {
  return typeof provider === 'function' ? provider() : provider
}

/** Calls a method, if the object has it. */
function call(object: object | undefined, name: string, ...args: readonly unknown[]): unknown {
  const method: unknown = object && Reflect.get(object, name)
  return typeof method === 'function' ? Reflect.apply(method, object, args) : undefined
}
