import { formatListing, type Listing } from '@hawser/wire'
import type { WalletIndex, WalletQuery } from '../../search/walletIndex.ts'
import type { AnswerCache } from '../answers/answerCache.ts'
import { z } from './documentedZod.ts'
import { tileIdOf } from './images.ts'
import { explorerListingSchema, total } from './listingSchema.ts'
import { chains, entries, ids, page, search } from './params.ts'
import { createRoute, jsonType, type Route } from './route.ts'

const maxAgeSeconds = 300
const stores = ['ios', 'android', 'mac', 'windows', 'linux', 'chrome', 'firefox', 'edge', 'opera', 'safari'] as const
/** Every store as null: clients read every store, and null means that a wallet is not in it. */
export const noApp = Object.fromEntries(['browser', ...stores].map((store) => [store, null]))

const lists: readonly (readonly [name: string, summary: string, only: Partial<WalletQuery>])[] = [
  ['getAllListings', 'Every wallet.', {}],
  [
    'getDesktopListings',
    'Wallets to be used from a computer: by a link there, or by a phone that reads a code.',
    { platforms: ['desktop', 'mobile'] },
  ],
  ['getMobileListings', 'Wallets that a link opens on a phone.', { platforms: ['mobile'] }],
  ['getInjectedListings', 'Wallets that are, or have, a browser extension.', { platforms: ['injected'] }],
]

/**
 * Creates the routes that WalletConnect Modal 2 requests from the Explorer: GET
 * /w3m/v1/get{All,Desktop,Mobile,Injected}Listings.
 */
export function explorerRoutes(index: WalletIndex, cache: AnswerCache): readonly Route[] {
  return lists.map(([name, summary, only]) =>
    createRoute({
      ...{ tag: 'compatible', maxAgeSeconds, cache, summary },
      path: `/w3m/v1/${name}`,
      query: {
        page,
        entries: entries(),
        search,
        version: z.literal('2', 'is 2.').optional(),
        chains,
        recommendedIds: ids('Only these, in this order.'),
        excludedIds: ids('Not these.'),
        sdkType: z
          .string()
          .transform((text) => text === tileClient)
          .default(false)
          .openapi({ type: 'string', description: `${tileClient} gets an image_id for wallets without artwork too.` }),
      },
      ignored: ['projectId', 'sdkVersion', 'sdks'],
      answers: {
        'application/json': z
          .strictObject({ listings: z.array(explorerListingSchema).max(100), total, page: z.int().min(1) })
          .openapi('ExplorerPage'),
      },
      make({ recommendedIds, excludedIds, sdkType: wantsTiles, ...query }) {
        const found = index.find({ ...query, ...only, includeIds: recommendedIds, excludeIds: excludedIds })
        const start = (found.page - 1) * query.entries
        const listings = found.listings.map((listing, at) => formatExplorerListing(listing, start + at + 1, wantsTiles))
        return { body: JSON.stringify({ listings, total: found.total, page: found.page }), type: jsonType }
      },
    }),
  )
}

/**
 * The `sdkType` of WalletConnect Modal 2, which shows a grey square for a wallet without an image. Hawser's modal draws
 * the initials itself.
 */
const tileClient = 'wcm'

function formatExplorerListing(listing: Listing, order: number, wantsTiles: boolean): object {
  return {
    ...formatListing(listing),
    ...(wantsTiles && { image_id: tileIdOf(listing) }),
    app: { ...noApp, ...listing.app },
    order,
    injected: null,
  }
}
