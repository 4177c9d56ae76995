import { type Listing, listingLimits } from '@hawser/wire'
import type { WalletIndex } from '../../search/walletIndex.ts'
import type { AnswerCache } from '../answers/answerCache.ts'
import { z } from './documentedZod.ts'
import { tileIdOf } from './images.ts'
import { appKitListingSchema } from './listingSchema.ts'
import { chains, entries, ids, listOf, page, platforms, search } from './params.ts'
import { createRoute, jsonType, type Route } from './route.ts'

const maxAgeSeconds = 300

function texts(description: string) {
  const isShort = (text: string): text is string => text.length <= 128
  return listOf(isShort, { allowed: 'holds up to 100 texts of 128 characters.', description, max: 100 })
}

/** A client's filter for wallets with a mark that this registry does not give. */
const mark = (description: string) =>
  z
    .string()
    .transform((text) => text !== 'false')
    .default(false)
    .openapi({ type: 'string', description: `${description} Such a mark is not given here: the answer is empty.` })

/**
 * Creates the route that AppKit requests: GET /getWallets.
 * @param publicUrl - precedes the paths of images, without a slash at its end
 */
export function appKitRoutes(index: WalletIndex, cache: AnswerCache, publicUrl: string): readonly Route[] {
  const namedBy = lookUpNames(index.listings)
  return [
    createRoute({
      ...{ tag: 'compatible', maxAgeSeconds, cache },
      path: '/getWallets',
      summary: 'A page of wallets, as AppKit reads it.',
      query: {
        page,
        entries: entries(),
        search,
        include: ids('Only these, in this order.'),
        exclude: ids('Not these.'),
        chains,
        platform: platforms,
        names: texts('Only wallets of these names, between commas.'),
        rdns: texts('Only wallets of these rdns, between commas.'),
        badge: mark('Only wallets with a badge.'),
        badge_type: mark('Only wallets with this badge.'),
        include_pay_only: mark('Only wallets that pay.'),
      },
      ignored: ['projectId', 'st', 'sv', 'sdkType', 'sdkVersion', 'version', 'sort'],
      answers: {
        'application/json': z
          .strictObject({ count: z.int().min(0), data: z.array(appKitListingSchema).max(listingLimits.maxEntries) })
          .openapi('AppKitPage'),
      },
      make(query) {
        const { include, exclude, platform, names, rdns, badge, badge_type, include_pay_only, ...rest } = query
        const asked = namedBy(include, names, rdns)
        const isMarked = badge || badge_type || include_pay_only
        const found =
          asked === undefined || isMarked
            ? { listings: [], total: 0, page: query.page }
            : index.find({ ...rest, platforms: platform, includeIds: asked, excludeIds: exclude })
        const start = (found.page - 1) * query.entries
        const data = found.listings.map((listing, at) => formatAppKitListing(listing, start + at + 1, publicUrl))
        return { body: JSON.stringify({ count: found.total, data }), type: jsonType }
      },
    }),
  ]
}

/**
 * Creates a look-up of the ids that match given ids, names and rdns together. The result is empty if the query gives
 * none of these, and undefined if nothing matches.
 */
function lookUpNames(listings: readonly Listing[]) {
  let known: ReadonlyMap<string, string> | undefined
  const readNames = () =>
    new Map(
      listings.flatMap(({ id, name, rdns, otherRdns = [] }) => [
        [`name ${name.toLowerCase()}`, id] as const,
        ...[...(rdns === undefined ? [] : [rdns]), ...otherRdns].map(
          (each) => [`rdns ${each.toLowerCase()}`, id] as const,
        ),
      ]),
    )
  return (include: readonly string[], names: readonly string[], rdns: readonly string[]) => {
    if (names.length === 0 && rdns.length === 0) return include
    known ??= readNames()
    const asked = [...names.map((name) => `name ${name}`), ...rdns.map((each) => `rdns ${each}`)]
    const found = asked.flatMap((text) => known?.get(text.toLowerCase()) ?? [])
    const both = include.length === 0 ? found : include.filter((id) => found.includes(id))
    return both.length === 0 ? undefined : both
  }
}

function formatAppKitListing(listing: Listing, order: number, publicUrl: string): object {
  const { id, name, homepage, app, mobile, desktop, chains: served, rdns } = listing
  const imageId = tileIdOf(listing)
  return {
    ...{ id, name, homepage: homepage ?? null },
    image_id: imageId,
    image_url: `${publicUrl}/v3/logo/md/${imageId}`,
    order,
    chains: served,
    rdns: rdns ?? null,
    mobile_link: mobile.native ?? mobile.universal ?? null,
    desktop_link: desktop.native ?? null,
    webapp_link: desktop.universal ?? null,
    link_mode: null,
    app_store: app.ios ?? null,
    play_store: app.android ?? null,
    chrome_store: app.chrome ?? null,
    injected: null,
    badge_type: null,
    supports_wc: [mobile.native, mobile.universal, desktop.native, desktop.universal].some(
      (link) => link !== undefined,
    ),
  }
}
