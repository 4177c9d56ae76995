import { isChainId, type Listing, type ListingPage, type ListingQuery } from '@hawser/wire'

/** Listings made ready to be searched many times. */
export type ListingIndex = { readonly rows: readonly Row[]; readonly byId: ReadonlyMap<string, Row> }
type Row = { readonly listing: Listing; readonly key: string }

/** Prepares listings for `searchListings`; their order is the order of answers. */
export function indexListings(listings: readonly Listing[]): ListingIndex {
  const rows = listings.map((listing) => ({ listing, key: searchKey(listing.name) }))
  return { rows, byId: new Map(rows.map((row) => [row.listing.id, row])) }
}

/**
 * One page of the listings a query asks for. Recommended ids come in the order they are asked for; a search puts names that
 * begin with the text first. `total` counts what matches on all pages, so a page past the last is empty.
 */
export function searchListings(index: ListingIndex, query: ListingQuery): ListingPage {
  const matches = matchName(selectRows(index, query), query.search)
  const start = (query.page - 1) * query.entries
  return {
    listings: matches.slice(start, start + query.entries).map(({ listing }) => listing),
    total: matches.length,
    page: query.page,
  }
}

function selectRows(index: ListingIndex, query: ListingQuery): readonly Row[] {
  const excluded = new Set(query.excludeIds)
  const rows =
    query.includeIds.length === 0
      ? index.rows
      : [...new Set(query.includeIds)].flatMap((id) => index.byId.get(id) ?? [])
  return rows.filter(({ listing }) => !excluded.has(listing.id) && matchesChains(listing, query.chains))
}

// A wallet that serves one of the chains asked for is of use: chains are asked for as optional namespaces.
function matchesChains(listing: Listing, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return wanted.some((chain) =>
    listing.chains.some(
      (own) => own === chain || (isChainId(chain) ? chain.startsWith(`${own}:`) : own.startsWith(`${chain}:`)),
    ),
  )
}

function matchName(rows: readonly Row[], search: string): readonly Row[] {
  if (search === '') return rows
  const wanted = searchKey(search)
  if (wanted === '') return []
  const starts: Row[] = []
  const contains: Row[] = []
  for (const row of rows) {
    const at = row.key.indexOf(wanted)
    if (at === 0) starts.push(row)
    else if (at > 0) contains.push(row)
  }
  return [...starts, ...contains]
}

// Compatibility forms, letter case, accents and spacing do not matter: "ｍétaＭask" finds MetaMask.
function searchKey(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}
