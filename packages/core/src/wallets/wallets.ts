import type { Listing } from '@hawser/wire'
import type { ExplorerOptions } from './explorer/explorer.ts'
import { createLazyExplorer } from './explorer/lazyExplorer.ts'
import { createKnownWallets, type KnownWalletsOptions } from './knownWallets.ts'
import type { ReachOptions } from './reach/relayReach.ts'
import { createShownWallets, type ShownWalletsOptions } from './shownWallets.ts'
import { createWalletEntries } from './walletEntries.ts'

/** The wallets to choose from. */
export type Wallets = {
  /** Loads the recommended wallets, once. Until then, and without a registry, the built-in ones replace them. */
  load(): void
  remember(listingId: string): void
  showExplorer(): void
  search(text: string): void
  more(): void
  /**
   * Loads the images of these listings, each once per opening. Images of the home list and of a registry's pages load
   * automatically.
   */
  wantImages(listings: readonly Listing[]): void
  /** Returns every listing that is known here, shown or not. */
  listed(): readonly Listing[]
  /** Shows the wallets that were announced since the last call. */
  refresh(): void
  /** Stops pending loads; the next `load` starts again. */
  pause(): void
  /** Stops for good. */
  stop(): void
}

export type WalletsOptions = Pick<
  ExplorerOptions,
  'registryUrl' | 'registryKey' | 'projectId' | 'fetch' | 'setTimer' | 'onFailure' | 'onImagesMissing'
> &
  KnownWalletsOptions &
  Pick<ShownWalletsOptions, 'platform' | 'set' | 'hasRoute' | 'isReady'> &
  Omit<ReachOptions, 'metadata'>

/** Creates the lists of wallets. `set` is called at once with the built-in wallets. */
export function createWallets(options: WalletsOptions): Wallets {
  const { modal, builtIn, setTimer, onFailure } = options
  const isClassic = modal.variant === 'classic'
  // The classic variant's own list is the whole list: no other registry is asked.
  const classicUrl = isClassic ? modal.classicRegistryUrl : undefined
  const registryUrl = classicUrl === undefined ? options.registryUrl : undefined
  const hasExplorer = modal.enableExplorer !== false && modal.explorerExcludedWalletIds !== 'ALL'
  const known = createKnownWallets(options, classicUrl === undefined ? builtIn : [])
  const entries = createWalletEntries(modal, known, options)
  const listOptions = { ...options, registryUrl, classicUrl, hasExplorer }
  const shown = createShownWallets(listOptions, known, entries)
  const explorer = createLazyExplorer(listOptions, known, entries, shown)
  let cancelLoad = () => {}

  function pause(): void {
    cancelLoad()
    explorer.pause()
  }

  explorer.publish()
  return {
    load() {
      explorer.resume()
      if (known.manualError !== undefined) onFailure(known.manualError)
      if (registryUrl === undefined && !isClassic) return
      // Runs in the next task, so that the QR code is drawn before anything is fetched for the list.
      cancelLoad = setTimer(() => {
        explorer.use(({ recommend, show }) => {
          recommend()
          // The classic variant shows its list next to the QR code.
          if (isClassic) show()
          // Requests missing images again.
          if (entries.hasImages()) explorer.publish()
        })
      }, 0)
    },
    remember(listingId) {
      known.remember(listingId)
      explorer.redraw()
    },
    showExplorer: () => explorer.use(({ show }) => show()),
    refresh() {
      known.findInstalled()
      explorer.redraw()
    },
    listed: known.listed,
    search: (text) => explorer.use(({ search }) => search(text)),
    more: () => explorer.use(({ more }) => more()),
    wantImages: entries.wantImages,
    pause,
    stop() {
      pause()
      entries.stop()
    },
  }
}
