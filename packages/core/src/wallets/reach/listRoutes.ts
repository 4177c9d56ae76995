import type { Listing } from '@hawser/wire'
import type { Platform } from '../../platform/platform.ts'
import { isReachedByHandoff, viaForListing } from '../routes.ts'
import { storeLinkFor } from '../storeLink.ts'
import { findBrowserLink } from '../walletBrowser/findBrowserLink.ts'
import type { WalletPage } from '../walletBrowser/walletPage.ts'

/** One way from this page to a wallet. `install`: there is another one once the wallet is installed here. */
export type Route = 'extension' | 'pairing' | 'browser' | 'handoff' | 'install'

/** What of a linker's state decides it. */
export type RouteSigns = {
  readonly platform: Platform
  /** Extensions announced in this browser, by rdns. */
  readonly installed?: readonly string[]
  /** What a wallet's own browser can open. Phones only. */
  readonly walletPage?: WalletPage | undefined
  /** Anything where handoffs are offered. Computers only. */
  readonly handoff?: unknown
}

const extensionStores = ['chrome', 'firefox', 'edge', 'opera', 'safari'] as const

/**
 * Every route to a wallet, the one to offer first in front. Empty where this page cannot link it from this device. Pure. Takes a
 * listing as `LinkerState` has it: without links for pairings where the relay does not reach the wallet.
 *
 * @example
 * const [first, ...others] = listRoutes(entry.listing, linker.getState())
 */
export function listRoutes(listing: Listing, signs: RouteSigns): readonly Route[] {
  const { platform, installed = [], handoff } = signs
  const isDesktop = platform.device === 'desktop'
  const { rdns, ...plain } = listing
  const isHere = viaForListing(listing, platform, installed) === 'extension'
  const isPaired = viaForListing({ ...plain, rdns: undefined }, platform) !== undefined
  const opensPage = findBrowserLink(listing, signs) !== undefined
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
