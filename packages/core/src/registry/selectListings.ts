import { canonicalChainId, type Listing, type ListingQuery } from '@hawser/wire'

/**
 * Returns the listings for all pages of a query, as a registry's service answers it. Included ids keep their order. A
 * search puts the best matches first, and equal matches in list order.
 */
export function selectListings(listings: readonly Listing[], query: ListingQuery): readonly Listing[] {
  const excluded = new Set(query.excludeIds)
  const wanted = searchKey(query.search)
  const asked = includeOnly(listings, query.includeIds).filter(
    (listing) => !excluded.has(listing.id) && servesOneOf(listing, query.chains),
  )
  if (query.search === '') return asked
  // A search without letters, such as an accent alone, finds nothing.
  if (wanted === '') return []
  return asked
    .flatMap((listing) => {
      const rank = rankOf(listing, wanted)
      return rank === undefined ? [] : [{ listing, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ listing }) => listing)
}

function includeOnly(listings: readonly Listing[], ids: readonly string[]): readonly Listing[] {
  if (ids.length === 0) return listings
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Chains are requested as optional, so a wallet that serves one of them is useful. */
function servesOneOf(listing: Listing, chains: readonly string[]): boolean {
  if (chains.length === 0) return true
  return chains.some((chain) =>
    listing.chains.some((own) => isSame(own, chain) || chain.startsWith(`${own}:`) || own.startsWith(`${chain}:`)),
  )
}

function isSame(one: string, other: string): boolean {
  return canonicalChainId(one) === canonicalChainId(other)
}

/**
 * Ranks a match, 0 best: the whole name, its beginning, the beginning of a word, its middle, then the rdns or the
 * homepage. Undefined without a match.
 */
function rankOf({ name, rdns, homepage }: Listing, wanted: string): number | undefined {
  const key = searchKey(name)
  if (key === wanted) return 0
  if (key.startsWith(wanted)) return 1
  if (key.includes(` ${wanted}`)) return 2
  if (key.includes(wanted)) return 3
  const host = homepage === undefined ? '' : new URL(homepage).hostname
  return searchKey(rdns ?? '').includes(wanted) || host.includes(wanted) ? 4 : undefined
}

/** Returns the searchable form of a text, which ignores compatibility forms, letter case, accents and spacing. */
function searchKey(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}
