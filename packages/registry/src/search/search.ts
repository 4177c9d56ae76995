import { isChainId, type Listing, type ListingPage, type ListingQuery, namespaceOf } from '@hawser/wire'
import { featuredIds } from '../bundle/listingOrder.ts'
import { collectListingWords, type ListingWords } from './listingWords.ts'
import { type Platform, platformBits, platformMask } from './platform.ts'
import { rankCount, rankListings, ranks } from './rankListings.ts'

/** Listings prepared for many searches. */
export type ListingIndex = {
  readonly listings: readonly Listing[]
  readonly positions: ReadonlyMap<string, number>
  readonly words: ListingWords
  /** 0 for a verified listing, which precedes others of its rank; else 1. */
  readonly isOther: Uint8Array
  /** The `platformBits` of each listing. */
  readonly platforms: Uint16Array
  /** The distinct lists of chains. `chainListOf` has the position of each listing's list. */
  readonly chainLists: readonly (readonly string[])[]
  readonly chainListOf: Int32Array
  /** The place of each listing in an answer: memory that each search reuses. */
  readonly places: Uint8Array
}

/** The criteria of a search. `platforms` keeps wallets that serve at least one of them. */
export type SearchQuery = ListingQuery & { readonly platforms?: readonly Platform[] }

/**
 * Prepares listings for `searchListings`; their order is the order of answers. Among equal matches, verified listings
 * come first: by default the featured wallets.
 */
export function indexListings(
  listings: readonly Listing[],
  verifiedIds: readonly string[] = featuredIds,
): ListingIndex {
  const verified = new Set(verifiedIds)
  const chainLists = new Map<string, { readonly number: number; readonly chains: readonly string[] }>()
  const chainListOf = new Int32Array(listings.length)
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
    isOther: Uint8Array.from(listings, ({ id }) => (verified.has(id) ? 0 : 1)),
    platforms,
    chainLists: [...chainLists.values()].map(({ chains }) => chains),
    chainListOf,
    places: new Uint8Array(listings.length),
  }
}

/**
 * Finds one page of the listings for a query. Without a search, listings have the order of the index, and requested ids
 * the order of the query. A search puts the best matches first: the name itself, its beginning, the beginning of one of
 * its words, then elsewhere in the name or in the rdns or the homepage's host. Matches with one typo (from four letters
 * on) or two (from eight) follow. Among equal matches, verified listings come first, then the order of the index
 * decides. `total` counts the matches on all pages; a page past the last is empty.
 */
export function searchListings(index: ListingIndex, query: SearchQuery): ListingPage {
  const { page, entries } = query
  const start = (page - 1) * entries
  if (isEverything(query)) {
    const { listings } = index
    return { listings: listings.slice(start, start + entries), total: listings.length, page }
  }
  const places = placeAll(index, query)
  // Wallets requested by id have the order of the request.
  const order = includedPositions(index, query)
  const found = order === undefined ? places : Uint8Array.from(order, (position) => places[position] ?? noPlace)
  const { total, chosen } = choosePage(found, start, entries)
  const listings = chosen.flatMap((at) => index.listings[order?.[at] ?? at] ?? [])
  return { listings, total, page }
}

function isEverything(query: SearchQuery): boolean {
  const { search, chains, includeIds, excludeIds, platforms = [] } = query
  return search === '' && [chains, includeIds, excludeIds, platforms].every((wanted) => wanted.length === 0)
}

function includedPositions(index: ListingIndex, { includeIds }: SearchQuery): readonly number[] | undefined {
  if (includeIds.length === 0) return undefined
  return [...new Set(includeIds)].flatMap((id) => index.positions.get(id) ?? [])
}

// Each rank has one place for verified listings and one for others.
const placeCount = rankCount * 2
const noPlace = ranks.none

/** Computes the place of each listing. Lower places come first; `noPlace` marks a listing that does not match. */
function placeAll(index: ListingIndex, query: SearchQuery): Uint8Array {
  const { places } = index
  if (query.search === '') places.fill(0)
  else placeMatches(index, query.search)
  if (query.chains.length > 0) keepChains(index, query.chains, places)
  if (query.platforms !== undefined && query.platforms.length > 0) keepPlatforms(index, query.platforms, places)
  for (const id of query.excludeIds) {
    const position = index.positions.get(id)
    if (position !== undefined) places[position] = noPlace
  }
  return places
}

function placeMatches({ words, isOther, places }: ListingIndex, search: string): void {
  rankListings(words, search, places)
  for (let position = 0; position < places.length; position += 1) {
    const rank = places[position] ?? ranks.none
    if (rank !== ranks.none) places[position] = rank * 2 + (isOther[position] ?? 0)
  }
}

function keepChains({ chainLists, chainListOf }: ListingIndex, chains: readonly string[], places: Uint8Array): void {
  const isWanted = chainFilter(chains)
  const servesNone = Uint8Array.from(chainLists, (own) => (own.some(isWanted) ? 0 : 1))
  for (let position = 0; position < places.length; position += 1)
    if (places[position] !== noPlace && servesNone[chainListOf[position] ?? 0] === 1) places[position] = noPlace
}

function keepPlatforms(index: ListingIndex, platforms: readonly Platform[], places: Uint8Array): void {
  const mask = platformMask(platforms)
  for (let position = 0; position < places.length; position += 1)
    if (places[position] !== noPlace && ((index.platforms[position] ?? 0) & mask) === 0) places[position] = noPlace
}

/**
 * Creates a test of whether a wallet's chain, or whole namespace, is useful for these chains. One common chain is
 * enough, because chains are requested as optional namespaces.
 */
function chainFilter(wanted: readonly string[]): (own: string) => boolean {
  const chains = new Set<string>(wanted.filter(isChainId))
  const namespaces = new Set(wanted.filter((text) => !isChainId(text)))
  const namespacesOfChains = new Set([...chains].map(namespaceOf))
  // The test runs for each chain of each list, so the namespace is only computed if the query names a namespace.
  const hasNamespaces = namespaces.size > 0
  return (own) =>
    own.includes(':')
      ? chains.has(own) || (hasNamespaces && namespaces.has(namespaceOf(own)))
      : namespaces.has(own) || namespacesOfChains.has(own)
}

/** Counts the matches and chooses those on the page: by place, and in their own order within a place. */
function choosePage(found: Uint8Array, start: number, entries: number) {
  const counts = new Int32Array(placeCount)
  for (let at = 0; at < found.length; at += 1) {
    const place = found[at] ?? noPlace
    if (place !== noPlace) counts[place] = (counts[place] ?? 0) + 1
  }
  const next = new Int32Array(placeCount + 1)
  for (let place = 0; place < placeCount; place += 1) next[place + 1] = (next[place] ?? 0) + (counts[place] ?? 0)
  const total = next[placeCount] ?? 0
  let left = Math.max(0, Math.min(entries, total - start))
  const chosen = Array.from({ length: left }, () => 0)
  for (let at = 0; left > 0; at += 1) {
    const place = found[at] ?? noPlace
    if (place === noPlace) continue
    const turn = next[place] ?? 0
    next[place] = turn + 1
    if (turn < start || turn >= start + entries) continue
    chosen[turn - start] = at
    left -= 1
  }
  return { total, chosen }
}
