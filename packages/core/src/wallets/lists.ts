import { type ChainId, canonicalChainId, type Listing, namespaceOf } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import { normalizeRdns, rdnsOf } from './discovery/rdns.ts'
import { filtersLocally, isMatch, sortByIds } from './matches.ts'
import type { ModalOptions } from './modalOptions.ts'
import { recommendedCount } from './registryQueries.ts'

// Shows `shown` wallets and View All, or up to `fits` wallets without View All (C3, C4).
const homeSizes = { desktop: { shown: 3, fits: 4 }, phone: { shown: 7, fits: 8 } } as const

/** Wallets by their source. */
export type WalletSources = {
  readonly recent: Listing | undefined
  /** Announced in this browser. */
  readonly installed: readonly Listing[]
  readonly manual: readonly Listing[]
  readonly recommended: readonly Listing[]
}

/**
 * Returns the contents of ConnectWallet: the recent wallet, the installed, the host app's own and the recommended
 * wallets. `hasMore` adds "View All".
 */
export function listHome(
  sources: WalletSources,
  device: Platform['device'],
  hasExplorer: boolean,
): { readonly shown: readonly Listing[]; readonly hasMore: boolean } {
  const { recent, installed, manual, recommended } = sources
  const all = unique(recent === undefined ? [] : [recent], installed, manual, recommended)
  const size = homeSizes[device]
  const hasMore = hasExplorer || all.length > size.fits
  return { shown: hasMore ? all.slice(0, size.shown) : all, hasMore }
}

/** The wallets known here that are listed above and below the registry's. */
export type PlacedWallets = { readonly above: readonly Listing[]; readonly below: readonly Listing[] }

/**
 * Places the installed, the host app's own and the recommended wallets on top of the explorer. A search filters the
 * installed wallets at once, the others from 3 characters on (R2). Below that the others follow the registry's matches,
 * so that no match is below an unrelated wallet.
 */
export function placeKnown(sources: Omit<WalletSources, 'recent'>, search: string): PlacedWallets {
  const { installed, manual, recommended } = sources
  const matches = (listing: Listing) => isMatch(listing, search)
  if (filtersLocally(search)) return { above: unique(installed, manual, recommended).filter(matches), below: [] }
  return { above: installed.filter(matches), below: unique(manual, recommended) }
}

/** Whether the host app allows a listing: not excluded, and for one of the page's chains if both name any. */
export function isAllowed(listing: Listing, options: ModalOptions, chains: readonly ChainId[]): boolean {
  if (isExcluded(listing, options)) return false
  // A listing can name a whole namespace ("eip155") or single chains.
  const supports = (chain: ChainId) =>
    listing.chains.some((item) => item === namespaceOf(chain) || canonicalChainId(item) === canonicalChainId(chain))
  return listing.chains.length === 0 || chains.length === 0 || chains.some(supports)
}

/** Whether the host app excludes a wallet, by its id or its rdns. */
export function isExcluded(listing: Listing, { explorerExcludedWalletIds: excluded }: ModalOptions): boolean {
  if (!Array.isArray(excluded)) return false
  const names = rdnsOf(listing)
  return excluded.some((each) => each === listing.id || names.includes(normalizeRdns(String(each))))
}

/** Returns the recommended wallets among these: the host app's choice in its order, otherwise the first ones. */
export function chooseRecommended(listings: readonly Listing[], options: ModalOptions): readonly Listing[] {
  const wanted = options.explorerRecommendedWalletIds
  if (wanted === 'NONE') return []
  if (wanted !== undefined) return sortByIds(listings, wanted)
  return options.explorerExcludedWalletIds === 'ALL' ? [] : listings.slice(0, recommendedCount)
}

/** Joins lists, and keeps each wallet at its first place. */
export function unique(...lists: readonly (readonly Listing[])[]): readonly Listing[] {
  const seen = new Set<string>()
  return lists.flat().filter(({ id }) => {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
}
