import { isListingId, type Listing } from '@hawser/wire'
import { NotFoundError } from '../errors.ts'
import { formatMonogram } from '../images.ts'
import { respondCached } from '../respond.ts'
import { readQuery } from './query.ts'

const maxAgeSeconds = 86_400

/**
 * Answers wallet tiles: GET …/getWalletImage/:imageId, where a wallet without an image of its own goes by its id. Only ids
 * of the bundle exist; nothing is read from disk.
 */
export function walletImageRoute(listings: readonly Listing[]): (request: Request, imageId: string) => Response {
  const byImageId = new Map(listings.map((listing) => [listing.imageId ?? listing.id, listing]))
  return (request, imageId) => {
    const listing = isListingId(imageId) ? byImageId.get(imageId) : undefined
    if (listing === undefined) throw new NotFoundError('There is no image under this id.')
    readQuery(request, [])
    return respondCached(request, { body: formatMonogram(listing), type: 'image/svg+xml', maxAgeSeconds })
  }
}
