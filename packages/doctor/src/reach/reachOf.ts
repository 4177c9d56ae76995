import { findBrowserLink, type Listing, listRoutes, type Platform, type Route } from '@hawser/core'

export type PlatformName = 'desktop' | 'ios' | 'android'

const platforms: Readonly<Record<PlatformName, Platform>> = {
  desktop: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
  ios: { device: 'phone', isAndroid: false, isIos: true, isTelegram: false },
  android: { device: 'phone', isAndroid: true, isIos: false, isTelegram: false },
}
const extensionStores = ['chrome', 'firefox', 'edge', 'opera', 'safari'] as const
const walletPage = {
  address: 'https://host.example/',
  appName: 'Host',
  namespaces: ['eip155', 'solana', 'bip122'],
  allowsUntested: false,
}

/**
 * The routes to an installed wallet, in the order in which the modal offers them (`listRoutes`). Takes a listing as the linker
 * sees it: without links for pairings if the relay does not reach the wallet.
 */
export function reachOf(
  listing: Listing,
  name: PlatformName,
  { hasHandoff = true }: { readonly hasHandoff?: boolean } = {},
): readonly Route[] {
  const { rdns = 'example.unnamed' } = listing
  const isExtension = name === 'desktop' && extensionStores.some((store) => listing.app[store] !== undefined)
  const routes = listRoutes(
    { ...listing, rdns },
    {
      platform: platforms[name],
      installed: isExtension ? [rdns.toLowerCase()] : [],
      ...(name === 'desktop' ? hasHandoff && { handoff: true } : { walletPage }),
    },
  )
  return routes.filter((route) => route !== 'install')
}

/** Whether a wallet can be linked on a phone with only the host app's own server. */
export function hasPhoneRoute(listing: Listing): boolean {
  return (['ios', 'android'] as const).some(
    (name) => findBrowserLink(listing, { platform: platforms[name], walletPage }) !== undefined,
  )
}
