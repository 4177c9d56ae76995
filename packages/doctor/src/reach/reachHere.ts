import type { Listing } from '@hawser/core'
import { type PlatformName, type Route, reachOf } from './reachOf.ts'

/** What decides which routes a page has. */
export type Configuration = {
  readonly relayUrls: readonly string[]
  readonly relayReach: 'network' | 'own' | readonly string[] | undefined
  /** Whether the page offers a handoff, and its page is there. */
  readonly hasHandoff: boolean
}

/** A wallet with its routes from this page. */
export type ReachRow = { readonly wallet: string } & Readonly<Record<PlatformName, readonly Route[]>>

/** The hosts of the network's relay, which wallets of the stores dial. */
const networkHosts = ['relay.walletconnect.com', 'relay.walletconnect.org']

/** The table of reach for one configuration. */
export function reachHere(listings: readonly Listing[], configuration: Configuration): readonly ReachRow[] {
  return listings.map((listing) => {
    const isReached = reachesByRelay(listing, configuration)
    const keep = (name: PlatformName) =>
      reachOf(listing, name).filter(
        (route) => (route !== 'pairing' || isReached) && (route !== 'handoff' || configuration.hasHandoff),
      )
    return { wallet: listing.name, desktop: keep('desktop'), ios: keep('ios'), android: keep('android') }
  })
}

function reachesByRelay(listing: Listing, { relayUrls, relayReach }: Configuration): boolean {
  const isNetwork = relayUrls.some((url) => networkHosts.includes(new URL(url).hostname))
  const reach = relayReach ?? (isNetwork ? 'network' : 'own')
  if (relayUrls.length === 0 || reach === 'own') return false
  return reach === 'network' || reach.includes(listing.id)
}
