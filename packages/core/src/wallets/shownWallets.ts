import type { Listing } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import type { ExplorerLoad } from './explorer/explorer.ts'
import { createExplorerEntries } from './explorer/explorerEntries.ts'
import type { KnownWallets } from './knownWallets.ts'
import { listHome, placeKnown, type WalletSources } from './lists.ts'
import { filtersLocally, isMatch } from './matches.ts'
import type { ExplorerState, WalletLists } from './state.ts'
import type { WalletEntries } from './walletEntries.ts'

/** The shown wallets: the home list and the explorer. */
export type ShownWallets = {
  /** Makes the next `publish` build the explorer's list again. */
  reset(): void
  publish(load: ExplorerLoad, isUnavailable: boolean): void
}

/** The part of the linker's state for these lists. */
export type WalletsState = { readonly wallets: WalletLists; readonly explorer: ExplorerState }

export type ShownWalletsOptions = {
  readonly builtIn: readonly Listing[]
  readonly platform: Platform
  readonly hasExplorer: boolean
  readonly registryUrl?: string | undefined
  /** Where the classic variant gets its whole list. */
  readonly classicUrl: string | undefined
  readonly set: (change: WalletsState) => void
  /** Whether a wallet can be linked from here. Other wallets are left out of the home list. */
  readonly hasRoute: (listing: Listing) => boolean
  /** Whether the wallets that can be linked, and the wallets of this browser, are known. Until then no wallet is offered. */
  readonly isReady: () => boolean
}

/** Creates the shown wallets. */
export function createShownWallets(
  { builtIn, platform, hasExplorer, registryUrl, classicUrl, set, hasRoute, isReady }: ShownWalletsOptions,
  known: KnownWallets,
  entries: WalletEntries,
): ShownWallets {
  const hasSource = registryUrl !== undefined || classicUrl !== undefined
  const explorerEntries = createExplorerEntries({ entryOf: entries.entryOf, isShown: known.isShown })

  /** Limits the sources to wallets that can be linked from here. */
  function withRoute({ recent, installed, manual, recommended }: WalletSources): WalletSources {
    const isOffered = (listing: Listing) => isReady() && hasRoute(entries.entryOf(listing).listing)
    return {
      recent: recent && isOffered(recent) ? recent : undefined,
      installed,
      manual: manual.filter(isOffered),
      recommended: recommended.filter(isOffered),
    }
  }

  function exploreState(sources: WalletSources, load: ExplorerLoad, isUnavailable: boolean): ExplorerState {
    const { status, search, total, isLastPage, pages, errorCode } = load
    const isWithout = isUnavailable && pages.length === 0
    // Only the built-in wallets are left, so all of them are shown, regardless of the search.
    const shownSearch = isWithout ? '' : search
    const { above, below } = placeKnown(sources, shownSearch)
    // The built-in wallets replace a missing registry (L3).
    const hasStandIns = hasExplorer && (!hasSource || status === 'failed' || isWithout)
    const standIns = hasStandIns ? builtIn.filter((listing) => isMatch(listing, shownSearch)) : []
    const shown = explorerEntries.list({ above, pages, below: [...standIns, ...below] })
    // The registry omits the host app's own and recommended wallets, and can count those that the host app excludes.
    // The exact number is known only at the end.
    const own = new Set([...sources.manual, ...sources.recommended])
    const uncounted = above.filter((listing) => own.has(listing) || !known.isLoaded(listing))
    const expected = filtersLocally(search) ? uncounted.length + total : total
    return {
      status,
      search,
      entries: shown,
      total: isLastPage ? shown.length : Math.max(expected, shown.length),
      isLastPage,
      isUnavailable: isWithout,
      ...(errorCode && { errorCode }),
    }
  }

  return {
    reset: explorerEntries.reset,
    publish(load, isUnavailable) {
      const sources = known.sources()
      const home = listHome(withRoute(sources), platform.device, hasExplorer)
      // The home list comes last, so that its images are evicted last.
      const explorer = exploreState(sources, load, isUnavailable)
      const shown = home.shown.map(entries.entryOf)
      const isKnown = isReady()
      // Until the lists are ready, placeholders fill every place, including that of "View All".
      set({ wallets: { shown, hasMore: isKnown && home.hasMore, isReady: isKnown }, explorer })
      // The images of the registry's pages load with the pages.
      const { above, below } = placeKnown(sources, explorer.search)
      entries.wantImages(explorer.status === 'idle' ? home.shown : [...home.shown, ...above, ...below])
    },
  }
}
