import { type ChainId, type Listing, type ListingQuery, listingLimits } from '@hawser/wire'
import { describeFailure } from './failure.ts'
import type { ExplorerState } from './linkerState.ts'
import type { ModalOptions } from './modalOptions.ts'
import { type PreloadWorld, preloadImages } from './preload.ts'
import type { RegistryClient } from './registryClient.ts'
import { filtersLocally, isLastPage } from './walletLists.ts'

/** What of the registry's list is loaded. */
export type ExplorerLoad = Pick<ExplorerState, 'status' | 'search' | 'total' | 'isLastPage'> & {
  readonly listings: readonly Listing[]
}

/** Loads the registry's wallets page by page. */
export type Explorer = {
  /** The explorer is on screen: loads the first page if nothing is loaded. */
  show(): void
  search(text: string): void
  more(): void
  stop(): void
}

export type ExplorerOptions = PreloadWorld & {
  /** Undefined where the wallets known here are all. */
  readonly registry: RegistryClient | undefined
  readonly chains: readonly ChainId[]
  readonly options: ModalOptions
  readonly get: () => ExplorerLoad
  readonly set: (load: ExplorerLoad) => void
  /** The host's own and recommended wallets, which are shown on top. */
  readonly ownIds: () => readonly string[]
  readonly imageUrlOf: (listing: Listing) => string | undefined
  /** The list could not be loaded; `text` says why. */
  readonly onFailure: (text: string) => void
  readonly onImagesMissing: () => void
}

export const emptyExplorer: ExplorerLoad = { status: 'idle', search: '', total: 0, isLastPage: false, listings: [] }

const searchDelayMs = 500
// A registry takes so long a query and no more; what is left out is still not shown.
const maxExcludedIds = 80

/** Creates an explorer. Nothing is asked before it is shown or searched. */
export function createExplorer(world: ExplorerOptions): Explorer {
  const { registry, get, set } = world
  let asked = new AbortController()
  let cancelTimer = () => {}
  // Counted as they came: what the host excludes counts as loaded.
  let loadedCount = 0
  let page = 1

  function restart(search: string): void {
    asked.abort()
    cancelTimer()
    asked = new AbortController()
    loadedCount = 0
    page = 1
    set({ ...emptyExplorer, search, ...(registry ? { status: 'loading' } : { status: 'ready', isLastPage: true }) })
  }

  async function load(): Promise<void> {
    if (registry === undefined) return
    const { signal } = asked
    set({ ...get(), status: 'loading' })
    try {
      const { listings, total } = await registry.listings(query(get().search), signal)
      if (signal.aborted) return
      const urls = listings.flatMap((listing) => world.imageUrlOf(listing) ?? [])
      if (!(await preloadImages(world, urls, signal)) && !signal.aborted) world.onImagesMissing()
      if (signal.aborted) return
      loadedCount += listings.length
      page += 1
      // An empty page ends the list whatever its total says.
      const isLast = listings.length === 0 || isLastPage(total, loadedCount)
      set({ ...get(), status: 'ready', listings: [...get().listings, ...listings], total, isLastPage: isLast })
    } catch (error) {
      if (signal.aborted) return
      set({ ...get(), status: 'failed' })
      world.onFailure(describeFailure(error).message)
    }
  }

  function query(search: string): ListingQuery {
    const { explorerExcludedWalletIds: excluded } = world.options
    const excludeIds = new Set(Array.isArray(excluded) ? excluded : [])
    if (filtersLocally(search)) for (const id of world.ownIds()) excludeIds.add(id)
    return {
      page,
      entries: listingLimits.pageSize,
      search,
      chains: world.chains,
      includeIds: [],
      excludeIds: [...excludeIds].slice(0, maxExcludedIds),
    }
  }

  return {
    show() {
      if (get().status !== 'idle' && get().status !== 'failed') return
      restart(get().search)
      void load()
    },
    search(text) {
      const search = text.trim().slice(0, listingLimits.searchLength)
      if (search === get().search && get().status !== 'idle') return
      restart(search)
      // R1: from one character on, when the visitor has stopped typing.
      if (search === '') void load()
      else cancelTimer = world.setTimer(() => void load(), searchDelayMs)
    },
    more() {
      const { status, isLastPage } = get()
      if ((status === 'ready' && !isLastPage) || status === 'failed') void load()
    },
    stop() {
      asked.abort()
      cancelTimer()
      if (get().status === 'loading') set(emptyExplorer)
    },
  }
}
