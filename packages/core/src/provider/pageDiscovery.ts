import type { ChainId } from '@hawser/wire'
import { loadPart } from '../platform/loadPart.ts'
import type { ProvidedWallet } from '../wallets/discovery/announcement.ts'
import { createDiscovery, type Discovery, type DiscoveryOptions } from '../wallets/discovery/discovery.ts'
import type { HostWallet } from '../wallets/hostWallets/hostWallet.ts'
import type { SafeParentOptions } from '../wallets/safe/safeParent.ts'
import { safeRdns } from '../wallets/safe/safeRdns.ts'
import { openExtensionWallet } from './extensionWallet.ts'

export type PageDiscoveryOptions = DiscoveryOptions &
  Pick<SafeParentOptions, 'setTimer'> & {
    readonly chains: readonly ChainId[]
    readonly hostWallets: readonly HostWallet[] | undefined
  }

/** The wallets of this page, for a provider. */
export type PageDiscovery = Pick<Discovery, 'providerOf' | 'stop'> & {
  /** Looks for wallets again: some appear in the page late, and tell nobody. */
  look(): void
  /** Looks for a wallet that sends no announcement. Returns whether the wallet may still appear. */
  lookFor(rdns: string): boolean
  /** Here, so that one fetch brings the code for both. */
  readonly openWallet: typeof openExtensionWallet
}

/**
 * Starts the discovery. A separate chunk, fetched only when a wallet of the page is used.
 * @throws PageOutdatedError | ClientUnavailableError - the code of the host app's own wallets cannot be fetched
 */
export async function startPageDiscovery(options: PageDiscoveryOptions): Promise<PageDiscovery> {
  const { scope, onChange, hostWallets, chains } = options
  const { start, stop, add, providerOf } = createDiscovery({ scope, onChange, allowsInjected: true })
  start(await loadGiven())
  let stopSafe: (() => void) | undefined

  async function loadGiven(): Promise<readonly ProvidedWallet[]> {
    if (hostWallets === undefined) return []
    const { readHostWallets } = await loadPart(() => import('../wallets/hostWallets/readHostWallets.ts'))
    return readHostWallets(hostWallets, chains)
  }

  return {
    providerOf,
    look: () => start(),
    openWallet: openExtensionWallet,
    /** Asks a surrounding Safe only if the visitor chose it, in a page that the host app allows to be framed. */
    lookFor(rdns) {
      if (rdns !== safeRdns || scope === undefined) return false
      if (stopSafe !== undefined) return true
      stopSafe = () => {}
      import('../wallets/safe/findSafe.ts').then(
        ({ findSafe }) => {
          stopSafe = findSafe({ ...options, scope, wallets: hostWallets, onFound: add }).stop
        },
        () => {
          stopSafe = undefined
        },
      )
      return true
    },
    stop() {
      stop()
      stopSafe?.()
    },
  }
}
