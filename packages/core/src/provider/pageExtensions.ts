import { AccountNotGrantedError, ExtensionMissingError } from '../errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { GivenWallet, Provider } from '../wallets/discovery/announcement.ts'
import type { Discovery } from '../wallets/discovery/discovery.ts'
import type { HostWallet } from '../wallets/hostWallets/hostWallet.ts'
import { safeRdns } from '../wallets/safe/safeRdns.ts'
import type { SourceOptions } from './clientSource.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import { openExtensionWallet } from './extensionWallet.ts'

/** Where the extension that was chosen is kept, by its rdns, so that a reload finds it again. It may not throw. */
export type ExtensionMemory = {
  get(): Promise<string | undefined>
  /** Undefined: there is none any more. */
  set(rdns: string | undefined): Promise<void>
}

/** The extensions of this page. Each is asked only when it was chosen, now or before a reload. */
export type PageExtensions = {
  /** The visitor is asked. */
  open(rdns: string): Promise<ConnectedWallet>
  /** The one that was chosen before a reload, if it still shares accounts. Nobody is bothered. */
  find(): Promise<ConnectedWallet | undefined>
  /** Another wallet was chosen. */
  forget(): void
  stop(): void
}

// Some put themselves into the page a moment after its scripts have begun.
const lateMs = 1_000

/** `scope` is where they announce themselves; `hostWallets` are here without. Without `memory` one is chosen anew after a reload. */
export function createPageExtensions(
  world: SourceOptions,
  scope: EventTarget | undefined,
  memory: ExtensionMemory | undefined,
  hostWallets?: readonly HostWallet[],
): PageExtensions {
  let discovery: Promise<Discovery> | undefined
  let stopSafe = () => {}
  const waiting = new Set<() => void>()
  const remember = (rdns: string | undefined) => void memory?.set(rdns)

  function discover(): Promise<Discovery> {
    discovery ??= startDiscovery().catch((error) => {
      // The next attempt may find the network back.
      discovery = undefined
      throw error
    })
    return discovery
  }

  async function startDiscovery(): Promise<Discovery> {
    const { createDiscovery } = await loadPart(() => import('../wallets/discovery/discovery.ts'))
    const given = await loadGiven()
    const created = createDiscovery({
      scope,
      onChange() {
        for (const look of [...waiting]) look()
      },
    })
    created.start(given)
    return created
  }

  async function loadGiven(): Promise<readonly GivenWallet[]> {
    if (hostWallets === undefined) return []
    const { readHostWallets } = await loadPart(() => import('../wallets/hostWallets/readHostWallets.ts'))
    return readHostWallets(hostWallets, world.chains)
  }

  /** A Safe around this page: asked only where it was chosen, in a page that the host app allows to be framed. */
  async function askSafe({ add }: Discovery): Promise<void> {
    const { findSafe } = await loadPart(() => import('../wallets/safe/findSafe.ts'))
    stopSafe()
    if (scope !== undefined) stopSafe = findSafe({ ...world, scope, onFound: add }).stop
  }

  /** Resolves to an extension once it is there, or to nothing when it does not come. */
  async function announced(rdns: string): Promise<Provider | undefined> {
    const found = await discover()
    const { providerOf } = found
    if (rdns === safeRdns && providerOf(rdns) === undefined) await askSafe(found)
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
      const extension = rdns === safeRdns ? await announced(rdns) : (await discover()).providerOf(rdns)
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
      stopSafe()
      discovery?.then((found) => found.stop()).catch(() => {})
    },
  }
}
