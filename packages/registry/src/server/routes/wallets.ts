import { formatListing } from '@hawser/wire'
import type { WalletIndex } from '../../search/walletIndex.ts'
import type { AnswerCache } from '../answers/answerCache.ts'
import { z } from './documentedZod.ts'
import { listingSchema, total } from './listingSchema.ts'
import { chains, entries, ids, page, platforms, search } from './params.ts'
import { clientParams } from './query.ts'
import { createRoute, jsonType, type Route } from './route.ts'

const maxAgeSeconds = 300

/** Creates the routes of Hawser's own API: GET /v1/wallets and /v1/wallets/{id}. */
export function walletRoutes(index: WalletIndex, cache: AnswerCache): readonly Route[] {
  const shared = { tag: 'wallets', maxAgeSeconds, cache } as const
  return [
    createRoute({
      ...shared,
      path: '/v1/wallets',
      summary: 'A page of wallets, all or those that match.',
      query: {
        page,
        entries: entries(),
        search,
        chains,
        platform: platforms,
        include: ids('Only these, in this order.'),
        exclude: ids('Not these.'),
        recommended: ids('These first, in this order, of those that match.'),
      },
      ignored: [...clientParams, 'version'],
      answers: {
        'application/json': z
          .strictObject({
            listings: z.array(listingSchema).max(100),
            total,
            page: z.int().min(1),
            version: z.int().min(1).openapi({ description: 'Of the manifest whose digests vouch for these listings.' }),
          })
          .openapi('WalletPage'),
      },
      make({ platform, include, exclude, recommended, ...query }) {
        const found = index.find({
          ...query,
          platforms: platform,
          includeIds: include,
          excludeIds: exclude,
          firstIds: recommended,
        })
        const listings = found.listings.map(formatListing)
        const body = JSON.stringify({ listings, total: found.total, page: found.page, version: index.version })
        return { body, type: jsonType }
      },
    }),
    createRoute({
      ...shared,
      path: '/v1/wallets/{id}',
      summary: 'One wallet.',
      query: {},
      ignored: [...clientParams, 'version'],
      answers: { 'application/json': listingSchema },
      make(_query, id) {
        const listing = index.listing(id)
        return listing && { body: JSON.stringify(formatListing(listing)), type: jsonType }
      },
    }),
  ]
}
