import { findBrowserLink, hasVia, type Listing, type Platform, type Via } from '@hawser/core'

/** A way from a page to a wallet (docs/reach.md). `pairing` needs a relay that the wallet dials. */
export type Route = 'extension' | 'browser' | 'handoff' | 'pairing'
export type PlatformName = 'desktop' | 'ios' | 'android'

const platforms: Readonly<Record<PlatformName, Platform>> = {
  desktop: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
  ios: { device: 'phone', isAndroid: false, isIos: true, isTelegram: false },
  android: { device: 'phone', isAndroid: true, isIos: false, isTelegram: false },
}
const extensionStores = ['chrome', 'firefox', 'edge', 'opera', 'safari'] as const

/** The routes to a wallet on a platform, in the order in which they are offered. */
export function reachOf(listing: Listing, name: PlatformName): readonly Route[] {
  const vias: readonly Via[] = name === 'desktop' ? ['desktop', 'web', 'qrcode'] : ['mobile', 'web']
  const pairing: readonly Route[] = vias.some((via) => hasVia(listing, via)) ? ['pairing'] : []
  if (name !== 'desktop') return [...pairing, ...(opensOn(listing, name) ? (['browser'] as const) : [])]
  const hasExtension = extensionStores.some((store) => listing.app[store] !== undefined)
  return [
    ...(hasExtension ? (['extension'] as const) : []),
    ...pairing,
    ...(hasPhoneRoute(listing) ? (['handoff'] as const) : []),
  ]
}

/** Whether a wallet is linked on a phone through nothing but the host app's own server. */
export function hasPhoneRoute(listing: Listing): boolean {
  return opensOn(listing, 'ios') || opensOn(listing, 'android')
}

function opensOn(listing: Listing, name: PlatformName): boolean {
  const namespaces = ['eip155', 'solana', 'bip122']
  const walletPage = { address: 'https://host.example/', appName: 'Host', namespaces, allowsUntested: false }
  return findBrowserLink(listing, { platform: platforms[name], walletPage }) !== undefined
}
