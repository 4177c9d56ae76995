import { type ChainId, type Listing, type ListingQuery, listingLimits } from '@hawser/wire'
import { createExplorer, type ExplorerLoad, emptyExplorer } from './explorer.ts'
import { describeFailure } from './failure.ts'
import type { ExplorerState, LinkerState, Toast, WalletEntry } from './linkerState.ts'
import { listManualWallets, type ModalOptions } from './modalOptions.ts'
import type { Platform } from './platform.ts'
import type { PreloadWorld } from './preload.ts'
import { type KeyValue, readRecentWallet, writeRecentWallet } from './recentWallet.ts'
import type { RegistryClient } from './registryClient.ts'
import {
  isAllowed,
  isMatch,
  listExplorer,
  listHome,
  recommendBuiltIn,
  recommendedCount,
  sortByIds,
  unique,
} from './walletLists.ts'

/** Which wallets there are to choose from. */
export type Wallets = {
  /** Loads the recommended wallets, once; until then, and without a registry, the built-in ones stand in. */
  load(): void
  remember(listingId: string): void
  showExplorer(): void
  search(text: string): void
  more(): void
  /** Stops what is under way; the next `load` starts again. */
  pause(): void
}

export type WalletsOptions = PreloadWorld & {
  readonly registry: RegistryClient | undefined
  readonly builtIn: readonly Listing[]
  readonly chains: readonly ChainId[]
  readonly options: ModalOptions
  readonly platform: Platform
  readonly storage: KeyValue
  readonly now: () => number
  readonly set: (change: Pick<LinkerState, 'wallets' | 'explorer'>) => void
  readonly showToast: (toast: Toast) => void
}

/**
 * Creates the lists of wallets. `set` is called at once with what is built in.
 * @throws InvalidListingError - on an id or name of the host's own wallets that no listing may have
 */
export function createWallets(world: WalletsOptions): Wallets {
  const { registry, options, chains, storage } = world
  const manual = listManualWallets(options)
  const builtIn = world.builtIn.filter((listing) => isAllowed(listing, options, chains))
  const hasExplorer = options.enableExplorer !== false && options.explorerExcludedWalletIds !== 'ALL'
  let recommended = recommendBuiltIn(builtIn, options)
  let recentId = readRecentWallet(storage)?.id
  let isLoaded = false
  let loading = new AbortController()
  let explorerLoad: ExplorerLoad = emptyExplorer

  const explorer = createExplorer({
    ...world,
    registry: hasExplorer ? registry : undefined,
    get: () => explorerLoad,
    set(load) {
      explorerLoad = load
      publish()
    },
    ownIds: () => unique(manual, recommended).map(({ id }) => id),
    imageUrlOf,
    onFailure: failed,
    onImagesMissing: () => world.showToast({ kind: 'error', message: 'failedPreloading', text: undefined }),
  })

  function publish(): void {
    const known = unique(manual, recommended, builtIn, explorerLoad.listings)
    const recent = known.find(({ id }) => id === recentId)
    const home = listHome({ recent, manual, recommended }, world.platform.device, hasExplorer)
    world.set({
      wallets: { shown: home.shown.map(entryOf), hasMore: home.hasMore },
      explorer: exploreState(),
    })
  }

  function exploreState(): ExplorerState {
    const { status, search, total, isLastPage } = explorerLoad
    const listed = unique(explorerLoad.listings, standIns()).filter((listing) => isAllowed(listing, options, chains))
    const entries = listExplorer({ manual, recommended }, listed, search).map(entryOf)
    return { status, search, entries, total: Math.max(total, entries.length), isLastPage }
  }

  /** What stands in for a registry that is not there (L3). */
  function standIns(): readonly Listing[] {
    const { status, search } = explorerLoad
    if (!hasExplorer || (registry !== undefined && status !== 'failed')) return []
    return builtIn.filter((listing) => isMatch(listing, search))
  }

  function entryOf(listing: Listing): WalletEntry {
    return { listing, imageUrl: imageUrlOf(listing), isRecent: listing.id === recentId }
  }

  function imageUrlOf({ id, imageId }: Listing): string | undefined {
    const images = options.walletImages ?? {}
    if (Object.hasOwn(images, id)) return images[id]
    return imageId === undefined ? undefined : registry?.imageUrl(imageId)
  }

  function failed(text: string): void {
    world.showToast({ kind: 'error', message: 'unknownError', text: text === '' ? undefined : text })
  }

  async function loadRecommended(): Promise<void> {
    const query = recommendedQuery(options, chains)
    if (registry === undefined || query === undefined || isLoaded) return
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    try {
      const { listings } = await registry.listings(query, signal)
      if (signal.aborted) return
      isLoaded = true
      const allowed = listings.filter((listing) => isAllowed(listing, options, chains))
      recommended = query.includeIds.length > 0 ? sortByIds(allowed, query.includeIds) : allowed
      publish()
    } catch (error) {
      if (!signal.aborted) failed(describeFailure(error).message)
    }
  }

  publish()
  return {
    load: () => void loadRecommended(),
    remember(listingId) {
      recentId = listingId
      writeRecentWallet(storage, { id: listingId, at: world.now() })
      publish()
    },
    showExplorer: explorer.show,
    search: explorer.search,
    more: explorer.more,
    pause() {
      loading.abort()
      explorer.stop()
    },
  }
}

/** What to ask a registry for recommended wallets, or undefined when the host wants none of its. */
function recommendedQuery(options: ModalOptions, chains: readonly ChainId[]): ListingQuery | undefined {
  const { explorerRecommendedWalletIds: wanted, explorerExcludedWalletIds: excluded } = options
  if (wanted === 'NONE' || wanted?.length === 0 || (excluded === 'ALL' && wanted === undefined)) return undefined
  return {
    page: 1,
    entries: wanted === undefined ? recommendedCount : Math.min(wanted.length, listingLimits.maxEntries),
    search: '',
    chains,
    includeIds: wanted?.slice(0, listingLimits.maxEntries) ?? [],
    excludeIds: Array.isArray(excluded) ? excluded : [],
  }
}
