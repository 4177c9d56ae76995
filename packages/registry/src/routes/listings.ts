import { formatListing, InvalidListingError, type Listing, parseListingQuery } from '@hawser/wire'
import { respondCached } from '../respond.ts'
import { indexListings, searchListings } from '../search.ts'
import { readQuery } from './query.ts'

const knownParams = ['page', 'entries', 'search', 'version', 'chains', 'recommendedIds', 'excludedIds']
const maxAgeSeconds = 300

/** Answers pages of the given listings: GET …/getAllListings, getDesktopListings, getMobileListings. */
export function listingsRoute(listings: readonly Listing[]): (request: Request) => Response {
  const index = indexListings(listings)
  return (request) => {
    const params = readQuery(request, knownParams)
    const version = params.get('version') ?? ''
    if (version !== '' && version !== '2') throw new InvalidListingError('version is 2.')
    const page = searchListings(index, parseListingQuery(params))
    const body = JSON.stringify({ listings: page.listings.map(formatListing), total: page.total, page: page.page })
    return respondCached(request, { body, type: 'application/json; charset=utf-8', maxAgeSeconds })
  }
}
