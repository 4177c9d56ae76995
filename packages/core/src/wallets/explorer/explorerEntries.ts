import type { Listing } from '@hawser/wire'
import { type PlacedWallets, unique } from '../lists.ts'
import type { WalletEntry } from '../state.ts'

/** The parts of the explorer's list: the registry's pages, as received, between the wallets known here. */
export type ExplorerParts = PlacedWallets & { readonly pages: readonly (readonly Listing[])[] }

/** The explorer's list as entries, each wallet once. */
export type ExplorerEntries = {
  /** Makes the next `list` build the whole list again. */
  reset(): void
  list(parts: ExplorerParts): readonly WalletEntry[]
}

/**
 * Creates the explorer's list. A new page is only appended, so that at 10,000 wallets another page costs as much as the
 * first. The list is built again only after `reset`, or when the pages start over.
 */
export function createExplorerEntries(options: {
  readonly entryOf: (listing: Listing) => WalletEntry
  readonly isShown: (listing: Listing) => boolean
}): ExplorerEntries {
  let isStale = true
  let seen = new Set<string>()
  let listed: WalletEntry[] = []
  let below: readonly Listing[] = []
  let lastPages: ExplorerParts['pages'] = []
  let shown: readonly WalletEntry[] = []

  function append(listings: readonly Listing[]): void {
    for (const listing of listings) {
      if (seen.has(listing.id) || !options.isShown(listing)) continue
      seen.add(listing.id)
      listed.push(options.entryOf(listing))
    }
  }

  /** Whether `pages` begins with the pages listed so far. */
  function continues(pages: ExplorerParts['pages']): boolean {
    return pages.length >= lastPages.length && pages[lastPages.length - 1] === lastPages.at(-1)
  }

  return {
    reset() {
      isStale = true
    },
    list(parts) {
      if (isStale || !continues(parts.pages)) {
        seen = new Set()
        listed = []
        append(parts.above)
        lastPages = []
      } else if (parts.pages.length === lastPages.length && parts.below.length === below.length) return shown
      for (const page of parts.pages.slice(lastPages.length)) append(page)
      isStale = false
      lastPages = parts.pages
      below = parts.below
      const rest = unique(below).filter((listing) => !seen.has(listing.id) && options.isShown(listing))
      // A copy: a returned list never changes.
      shown = [...listed, ...rest.map(options.entryOf)]
      return shown
    },
  }
}
