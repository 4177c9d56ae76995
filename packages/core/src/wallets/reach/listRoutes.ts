import type { Listing } from '@hawser/wire'
import type { Platform } from '../../platform/platform.ts'
import { isReachedByHandoff, viaForListing } from '../routes.ts'
import { storeLinkFor } from '../storeLink.ts'
import { findBrowserLink } from '../walletBrowser/findBrowserLink.ts'
import type { WalletPage } from '../walletBrowser/walletPage.ts'

/** A way from this page to a wallet. `install`: once installed here, the wallet has another way. */
export type Route = 'extension' | 'pairing' | 'browser' | 'handoff' | 'install'

/** The part of a linker's state that decides the routes. */
export type RouteContext = {
  readonly platform: Platform
  /** Extensions announced in this browser, by rdns. */
  readonly installed?: readonly string[]
  /** The page for a wallet's own browser. Phones only. */
  readonly walletPage?: WalletPage | undefined
  /** Set if handoffs are offered. Computers only. */
  readonly handoff?: unknown
}

const extensionStores = ['chrome', 'firefox', 'edge', 'opera', 'safari'] as const

/**
 * Returns every route to a wallet, the preferred one first. Empty if this page cannot link the wallet from this device.
 * Pure. Takes a listing from `LinkerState`, which has no links for pairings if the relay does not reach the wallet.
 *
 * @example
 * const [first, ...others] = listRoutes(entry.listing, linker.getState())
 */
export function listRoutes(listing: Listing, context: RouteContext): readonly Route[] {
  const { platform, installed = [], handoff } = context
  const isDesktop = platform.device === 'desktop'
  const { rdns, ...plain } = listing
  const isHere = viaForListing(listing, platform, installed) === 'extension'
  const isPaired = viaForListing({ ...plain, rdns: undefined }, platform) !== undefined
  const opensPage = findBrowserLink(listing, context) !== undefined
  const isExtension = isDesktop && extensionStores.some((store) => listing.app[store] !== undefined)
  const isLinkedOnceInstalled = isPaired || opensPage || isExtension
  const routes: readonly (readonly [Route, boolean])[] = [
    ['extension', isHere],
    ['pairing', isPaired],
    ['browser', opensPage],
    ['handoff', isDesktop && handoff !== undefined && isReachedByHandoff(listing)],
    ['install', !isHere && isLinkedOnceInstalled && storeLinkFor(listing, platform) !== undefined],
  ]
  return routes.flatMap(([route, isThere]) => (isThere ? [route] : []))
}
