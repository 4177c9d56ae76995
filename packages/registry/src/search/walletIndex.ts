import type { Listing, ListingPage } from '@hawser/wire'
import type { Bundle } from '../bundle/bundle.ts'
import { indexListings, type SearchQuery, searchListings } from './search.ts'

/** A query for the wallets of a bundle. */
export type WalletQuery = Partial<SearchQuery> & {
  readonly page: number
  readonly entries: number
  /** Ids of wallets that come first among the matches, in this order. */
  readonly firstIds?: readonly string[]
}

/** The wallets of one bundle, ready for queries. */
export type WalletIndex = {
  readonly version: number
  find(query: WalletQuery): ListingPage
  /** Finds a listing by wallet id. */
  listing(id: string): Listing | undefined
  /** Finds a listing by image id, or by wallet id, whether or not the wallet has artwork. */
  listingOfImage(imageId: string): Listing | undefined
  /** All listings, in the order of answers. */
  readonly listings: readonly Listing[]
}

/** Prepares the wallets of a bundle. */
export function createWalletIndex({ listings, manifest }: Bundle): WalletIndex {
  const index = indexListings(listings)
  const byId = (id: string) => listings[index.positions.get(id) ?? -1]
  const byImageId = new Map<string, Listing>()
  for (const listing of listings) if (listing.imageId !== undefined) byImageId.set(listing.imageId, listing)
  const search = (query: WalletQuery) => searchListings(index, { ...everything, ...query })
  return {
    version: manifest.version,
    listings,
    listing: byId,
    listingOfImage: (imageId) => byImageId.get(imageId) ?? byId(imageId),
    find: (query) =>
      query.firstIds === undefined || query.firstIds.length === 0 ? search(query) : withFirst(query, search),
  }
}

const everything = { search: '', chains: [], includeIds: [], excludeIds: [] } as const

/**
 * Joins two lists: the wallets of `firstIds`, then the other matches. A page can have the end of the first list and the
 * beginning of the second.
 */
function withFirst(query: WalletQuery, search: (query: WalletQuery) => ListingPage): ListingPage {
  const { page, entries, firstIds = [], includeIds = [], excludeIds = [] } = query
  const isWanted = (id: string) => includeIds.length === 0 || includeIds.includes(id)
  const wanted = firstIds.filter(isWanted)
  const first =
    wanted.length === 0 ? [] : search({ ...query, includeIds: wanted, page: 1, entries: wanted.length }).listings
  const ordered = wanted.flatMap((id) => first.find((listing) => listing.id === id) ?? [])
  const rest = { ...query, excludeIds: [...excludeIds, ...wanted] }
  const start = (page - 1) * entries
  const head = ordered.slice(start, start + entries)
  const restStart = Math.max(0, start - ordered.length)
  // The rest begins in the middle of one of the second list's own pages, and ends in the next page.
  const restPage = Math.floor(restStart / entries) + 1
  const one = search({ ...rest, page: restPage })
  const offset = restStart % entries
  const two = offset + entries - head.length > entries ? search({ ...rest, page: restPage + 1 }).listings : []
  const tail = [...one.listings, ...two].slice(offset, offset + entries - head.length)
  return { listings: [...head, ...tail], total: ordered.length + one.total, page }
}
