import type { Listing } from '@hawser/wire'

const localFilterLength = 3
/** Whether a search also covers the wallets known here (R2). Only then does the registry omit them. */
export function filtersLocally(search: string): boolean {
  return search === '' || search.length >= localFilterLength
}

/** Whether a listing's name contains the search, in upper or lower case. */
export function isMatch(listing: Listing, search: string): boolean {
  return listing.name.toLowerCase().includes(search.toLowerCase())
}

/** Returns the listings that have one of the ids, in the order of the ids. */
export function sortByIds(listings: readonly Listing[], ids: readonly string[]): readonly Listing[] {
  return ids.flatMap((id) => listings.find((listing) => listing.id === id) ?? [])
}
