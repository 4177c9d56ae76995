import { AccountNotGrantedError, ExtensionMissingError } from '../errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Provider } from '../wallets/discovery/announcement.ts'
import type { HostWallet } from '../wallets/hostWallets/hostWallet.ts'
import type { SourceOptions } from './clientSource.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import { openExtensionWallet } from './extensionWallet.ts'
import type { PageDiscovery } from './pageDiscovery.ts'

/** The store of the chosen extension's rdns, so that a reload finds it again. It may not throw. */
export type ExtensionMemory = {
  get(): Promise<string | undefined>
  /** Stores the rdns; undefined removes it. */
  set(rdns: string | undefined): Promise<void>
}

/** The extensions of this page. Each is asked only if it was chosen, now or before a reload. */
export type PageExtensions = {
  /** The visitor is asked. */
  open(rdns: string): Promise<ConnectedWallet>
  /** The one chosen before a reload, if it still shares accounts. It prompts nobody. */
  find(): Promise<ConnectedWallet | undefined>
  /** Another wallet was chosen. */
  forget(): void
  stop(): void
}

// Some put themselves into the page a moment after its scripts have begun.
const lateMs = 1_000

/** They announce themselves in `scope`; `hostWallets` need no announcement. Without `memory` a reload forgets the choice. */
export function createPageExtensions(
  world: SourceOptions,
  scope: EventTarget | undefined,
  memory: ExtensionMemory | undefined,
  hostWallets?: readonly HostWallet[],
): PageExtensions {
  let discovery: Promise<PageDiscovery> | undefined
  const waiting = new Set<() => void>()
  const remember = (rdns: string | undefined) => void memory?.set(rdns)

  function discover(): Promise<PageDiscovery> {
    discovery ??= startDiscovery().catch((error) => {
      // The next attempt may find the network back.
      discovery = undefined
      throw error
    })
    return discovery
  }

  async function startDiscovery(): Promise<PageDiscovery> {
    const { startPageDiscovery } = await loadPart(() => import('./pageDiscovery.ts'))
    return startPageDiscovery({
      ...world,
      scope,
      hostWallets,
      onChange() {
        for (const look of [...waiting]) look()
      },
    })
  }

  /** Resolves to an extension once it is there, or to nothing when it does not come. */
  async function announced(rdns: string): Promise<Provider | undefined> {
    const { providerOf, lookFor } = await discover()
    lookFor(rdns)
    return new Promise((resolve) => {
      const settle = () => {
        waiting.delete(look)
        cancelTimer()
        world.signal.removeEventListener('abort', settle)
        resolve(providerOf(rdns))
      }
      const look = () => {
        if (providerOf(rdns) !== undefined) settle()
      }
      const cancelTimer = world.setTimer(settle, lateMs)
      waiting.add(look)
      world.signal.addEventListener('abort', settle)
      look()
    })
  }

  async function openWallet(extension: Provider, asks: boolean): Promise<ConnectedWallet | undefined> {
    const wallet = await openExtensionWallet({ ...world, extension }, asks)
    if (wallet === undefined) return undefined
    return {
      ...wallet,
      disconnect() {
        remember(undefined)
        wallet.disconnect()
      },
    }
  }

  return {
    async open(rdns) {
      const { lookFor, providerOf } = await discover()
      const extension = lookFor(rdns) ? await announced(rdns) : providerOf(rdns)
      if (extension === undefined) {
        throw new ExtensionMissingError('The extension is not in this page any more. Reload the page.')
      }
      const wallet = await openWallet(extension, true)
      if (wallet === undefined) throw new AccountNotGrantedError('The extension shared no account.')
      remember(rdns)
      return wallet
    },
    async find() {
      const rdns = await memory?.get()
      const extension = rdns === undefined ? undefined : await announced(rdns)
      return extension && openWallet(extension, false)
    },
    forget: () => remember(undefined),
    stop() {
      discovery?.then((found) => found.stop()).catch(() => {})
    },
  }
}
