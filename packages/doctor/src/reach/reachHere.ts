import { createReachFilter, type Listing, type RelayReach, type Route } from '@hawser/core'
import { type PlatformName, reachOf } from './reachOf.ts'

/** The inputs that decide which routes a page has. */
export type Configuration = {
  readonly relayUrls: readonly string[]
  readonly relayReach: RelayReach | undefined
  /** Whether the page offers a handoff, and the handoff's page exists. */
  readonly hasHandoff: boolean
}

/** A wallet with its routes from this page. */
export type ReachRow = { readonly wallet: string } & Readonly<Record<PlatformName, readonly Route[]>>

/** The table of reach for one configuration. */
export function reachHere(listings: readonly Listing[], configuration: Configuration): readonly ReachRow[] {
  const { relayUrls, relayReach, hasHandoff } = configuration
  const reached = createReachFilter({ relayUrl: relayUrls, ...(relayReach && { relayReach }) }, () => false)
  return listings.map((listing) => {
    const keep = (name: PlatformName) => reachOf(reached(listing), name, { hasHandoff })
    return { wallet: listing.name, desktop: keep('desktop'), ios: keep('ios'), android: keep('android') }
  })
}
