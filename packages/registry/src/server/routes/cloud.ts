import { formatListing, type Listing } from '@hawser/wire'
import { monogramColour } from '../../images/monogram.ts'
import type { WalletIndex } from '../../search/walletIndex.ts'
import type { AnswerCache } from '../answers/answerCache.ts'
import { z } from './documentedZod.ts'
import { noApp } from './explorer.ts'
import { tileIdOf } from './images.ts'
import { cloudListingSchema, total } from './listingSchema.ts'
import { chains, entries, ids, page, platforms, search } from './params.ts'
import { createRoute, jsonType, type Route } from './route.ts'

const maxAgeSeconds = 300
/** The number of wallets for the older modal, which requests all of them at once. An answer has at most 1 MiB. */
const olderCount = 500
const maxListings = 100

const listings = (max: number) =>
  z.record(z.string(), cloudListingSchema).openapi({ description: `By id, ${max} at most.`, maxProperties: max })

/**
 * Creates the routes that clients of the cloud explorer request, GET /v3/wallets, and the modal of WalletConnect 1, GET
 * /api/v2/wallets.
 * @param publicUrl - precedes the paths of images, without a slash at its end
 */
export function cloudRoutes(index: WalletIndex, cache: AnswerCache, publicUrl: string): readonly Route[] {
  const format = (found: readonly Listing[]) =>
    Object.fromEntries(found.map((listing) => [listing.id, formatCloudListing(listing, publicUrl)]))
  const shared = { tag: 'compatible', maxAgeSeconds, cache } as const
  return [
    createRoute({
      ...shared,
      path: '/v3/wallets',
      summary: 'A page of wallets, as the cloud’s explorer answers it.',
      query: { page, entries: entries(maxListings), search, ids: ids('Only these, in this order.'), chains, platforms },
      ignored: ['projectId', 'sdks', 'standards', 'version', 'sdkType', 'sdkVersion'],
      answers: {
        'application/json': z
          .strictObject({ listings: listings(maxListings), count: z.int().min(0), total })
          .openapi('CloudPage'),
      },
      make({ ids: includeIds, ...query }) {
        const found = index.find({ ...query, includeIds })
        const count = found.listings.length
        return { body: JSON.stringify({ listings: format(found.listings), count, total: found.total }), type: jsonType }
      },
    }),
    createRoute({
      ...shared,
      path: '/api/v2/wallets',
      summary: `The first ${olderCount} wallets, as the registry of WalletConnect 1 answered them.`,
      query: {},
      ignored: ['projectId'],
      answers: { 'application/json': z.strictObject({ listings: listings(olderCount) }).openapi('OlderPage') },
      make: () => ({ body: JSON.stringify({ listings: format(index.listings.slice(0, olderCount)) }), type: jsonType }),
    }),
  ]
}

function formatCloudListing(listing: Listing, publicUrl: string): object {
  const imageId = tileIdOf(listing)
  const imageUrl = (size: string) => `${publicUrl}/v3/logo/${size}/${imageId}`
  return {
    ...formatListing(listing),
    image_id: imageId,
    image_url: { sm: imageUrl('sm'), md: imageUrl('md'), lg: imageUrl('lg') },
    app: { ...noApp, ...listing.app },
    metadata: { shortName: listing.name, colors: { primary: monogramColour(listing.id), secondary: null } },
    injected: null,
    sdks: ['sign_v2'],
    versions: ['2'],
    app_type: 'wallet',
  }
}
