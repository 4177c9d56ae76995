import { AccountNotGrantedError, ExtensionMissingError } from '../errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Provider } from '../wallets/discovery/announcement.ts'
import type { HostWallet } from '../wallets/hostWallets/hostWallet.ts'
import type { SourceOptions } from './clientSource.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import type { PageDiscovery } from './pageDiscovery.ts'

/** Stores the rdns of the chosen extension, so that a reload finds the extension again. Must not throw. */
export type ExtensionMemory = {
  get(): Promise<string | undefined>
  /** Stores the rdns, or removes it if undefined. */
  set(rdns: string | undefined): Promise<void>
}

/** The extensions of this page. An extension is asked only if the visitor chose it, now or before a reload. */
export type PageExtensions = {
  /** Opens the wallet of an extension. Prompts the visitor. */
  open(rdns: string): Promise<ConnectedWallet>
  /** Opens the wallet that was chosen before a reload, if it still shares accounts. Never prompts. */
  find(): Promise<ConnectedWallet | undefined>
  /** Forgets the choice, because the visitor chose another wallet. */
  forget(): void
  stop(): void
}

// Some extensions enter the page a moment after its scripts have started.
const lateMs = 1_000

/**
 * Extensions announce themselves in `scope`; `hostWallets` need no announcement. Without `memory` a reload forgets the
 * choice.
 */
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
      // The network may be back at the next attempt.
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

  /** Resolves to the provider of an extension once it is announced, or to undefined if that takes too long. */
  async function announced(rdns: string): Promise<Provider | undefined> {
    const { providerOf, lookFor, look: lookAgain } = await discover()
    lookFor(rdns)
    return new Promise((resolve) => {
      const settle = () => {
        lookAgain()
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
    const wallet = await (await discover()).openWallet({ ...world, extension }, asks)
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
      const { lookFor, providerOf, look } = await discover()
      look()
      const extension = lookFor(rdns) ? await announced(rdns) : providerOf(rdns)
      if (extension === undefined) {
        throw new ExtensionMissingError('The extension has left this page. Reload it.')
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
