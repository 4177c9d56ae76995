import { isChainId, type Listing, type ListingPage, type ListingQuery } from '@hawser/wire'
import { collectListingWords, type ListingWords } from './listingWords.ts'
import { featuredIds } from './order.ts'
import { type Platform, platformBits, platformMask } from './platform.ts'
import { rankCount, rankListings, ranks } from './rankListings.ts'

/** Listings made ready to be searched many times. */
export type ListingIndex = {
  readonly listings: readonly Listing[]
  readonly positions: ReadonlyMap<string, number>
  readonly words: ListingWords
  /** Which come before others of their rank. */
  readonly isVerified: Uint8Array
  /** What `platformBits` says of each. */
  readonly platforms: Uint16Array
  /** The lists of chains there are, and which a listing has. */
  readonly chainLists: readonly (readonly string[])[]
  readonly chainListOf: Uint32Array
}

/** What a search is asked by. `platforms` keeps wallets that serve at least one of them. */
export type SearchQuery = ListingQuery & { readonly platforms?: readonly Platform[] }

/**
 * Prepares listings for `searchListings`; their order is the order of answers. Of equal matches the verified ones come
 * first: by default the featured wallets.
 */
export function indexListings(
  listings: readonly Listing[],
  verifiedIds: readonly string[] = featuredIds,
): ListingIndex {
  const verified = new Set(verifiedIds)
  const chainLists = new Map<string, { readonly number: number; readonly chains: readonly string[] }>()
  const chainListOf = new Uint32Array(listings.length)
  const platforms = new Uint16Array(listings.length)
  for (const [position, listing] of listings.entries()) {
    const key = listing.chains.join()
    const list = chainLists.get(key) ?? { number: chainLists.size, chains: listing.chains }
    chainLists.set(key, list)
    chainListOf[position] = list.number
    platforms[position] = platformBits(listing)
  }
  return {
    listings,
    positions: new Map(listings.map(({ id }, position) => [id, position])),
    words: collectListingWords(listings),
    isVerified: Uint8Array.from(listings, ({ id }) => (verified.has(id) ? 1 : 0)),
    platforms,
    chainLists: [...chainLists.values()].map(({ chains }) => chains),
    chainListOf,
  }
}

/**
 * One page of the listings a query asks for. Without a search they come as they are in the index; recommended ids in the
 * order they are asked for. A search puts the best matches first: the name itself, its beginning, the beginning of one of its
 * words, elsewhere in it or in the rdns or the homepage's host, then with one typo (from four letters on) or two (from
 * eight); of equal ones the verified, then as without a search. `total` counts what matches on all pages, so a page
 * past the last is empty.
 */
export function searchListings(index: ListingIndex, query: SearchQuery): ListingPage {
  const { page, entries } = query
  const start = (page - 1) * entries
  if (isEverything(query)) {
    const { listings } = index
    return { listings: listings.slice(start, start + entries), total: listings.length, page }
  }
  const order = orderOf(index, query)
  const { total, chosen } = choosePage(placesOf(index, query, order), start, entries)
  const listings = chosen.flatMap((at) => index.listings[order?.[at] ?? at] ?? [])
  return { listings, total, page }
}

function isEverything(query: SearchQuery): boolean {
  const { search, chains, includeIds, excludeIds, platforms = [] } = query
  return search === '' && [chains, includeIds, excludeIds, platforms].every((wanted) => wanted.length === 0)
}

/** The positions to choose from, or undefined for all as they are. */
function orderOf(index: ListingIndex, { includeIds }: SearchQuery): readonly number[] | undefined {
  if (includeIds.length === 0) return undefined
  return [...new Set(includeIds)].flatMap((id) => index.positions.get(id) ?? [])
}

// Verified and not, of each rank.
const places = rankCount * 2

/** Where each of them belongs: a lower number comes first, `places` and above does not match. */
function placesOf(index: ListingIndex, query: SearchQuery, order: readonly number[] | undefined): Uint8Array {
  const ranked = new Uint8Array(index.listings.length)
  if (query.search !== '') rankListings(index.words, query.search, ranked)
  const isKept = createFilter(index, query)
  const found = new Uint8Array(order?.length ?? ranked.length)
  for (let at = 0; at < found.length; at += 1) {
    const position = order?.[at] ?? at
    const rank = ranked[position] ?? ranks.none
    const isVerified = query.search === '' || index.isVerified[position] === 1
    found[at] = rank === ranks.none || !isKept(position) ? places : rank * 2 + (isVerified ? 0 : 1)
  }
  return found
}

function createFilter(index: ListingIndex, query: SearchQuery): (position: number) => boolean {
  const { chains, platforms = [] } = query
  const { chainListOf } = index
  const excluded = new Set(query.excludeIds.map((id) => index.positions.get(id)))
  const mask = platformMask(platforms)
  const servesOne = Uint8Array.from(index.chainLists, (own) => (matchesChains(own, chains) ? 1 : 0))
  return (position) => {
    if (servesOne[chainListOf[position] ?? 0] === 0) return false
    if (mask !== 0 && ((index.platforms[position] ?? 0) & mask) === 0) return false
    return excluded.size === 0 || !excluded.has(position)
  }
}

// A wallet that serves one of the chains asked for is of use: chains are asked for as optional namespaces.
function matchesChains(listed: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return wanted.some((chain) =>
    listed.some(
      (own) => own === chain || (isChainId(chain) ? chain.startsWith(`${own}:`) : own.startsWith(`${chain}:`)),
    ),
  )
}

/** How many match, and which of them stand on the page, place by place and as they come within one. */
function choosePage(found: Uint8Array, start: number, entries: number) {
  const next = new Uint32Array(places + 1)
  for (const place of found) next[place + 1] = (next[place + 1] ?? 0) + 1
  for (let place = 1; place <= places; place += 1) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0)
  const total = next[places] ?? 0
  const chosen: number[] = Array.from({ length: Math.max(0, Math.min(entries, total - start)) }, () => 0)
  for (let at = 0; at < found.length && chosen.length > 0; at += 1) {
    const place = found[at] ?? places
    if (place >= places) continue
    const turn = next[place] ?? 0
    next[place] = turn + 1
    if (turn >= start && turn < start + entries) chosen[turn - start] = at
  }
  return { total, chosen }
}
