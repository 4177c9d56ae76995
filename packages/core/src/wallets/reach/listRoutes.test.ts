import { type Listing, parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { viewForListing } from '../../flow/views.ts'
import type { Platform } from '../../platform/platform.ts'
import { listRoutes, type RouteContext } from './listRoutes.ts'
import { createReachFilter } from './reachFilter.ts'

const desktop: Platform = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false }
const ios: Platform = { device: 'phone', isAndroid: false, isIos: true, isTelegram: false }
const android: Platform = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false }

const link = (template: string, confidence = 'high') => ({ template: `${template}{urlEncoded}`, confidence })
const stores = {
  chrome: 'https://chromewebstore.google.com/detail/quay',
  ios: 'https://apps.apple.com/app/id1',
  android: 'https://play.google.com/store/apps/details?id=q',
}
const full = parseListing({
  id: 'full',
  name: 'Full',
  rdns: 'example.full',
  app: stores,
  mobile: { native: 'full://' },
  desktop: { native: 'full://' },
  browser: { ios: link('full://open?u='), android: link('full://open?u='), namespaces: ['eip155'] },
})
const onlyExtension = parseListing({ id: 'ext', name: 'Ext', rdns: 'example.ext', app: { chrome: stores.chrome } })
const onlyPairing = parseListing({
  id: 'pair',
  name: 'Pair',
  app: { ios: stores.ios, android: stores.android },
  mobile: { native: 'pair://' },
})
const onlyBrowser = parseListing({
  id: 'browser',
  name: 'Browser',
  app: { ios: stores.ios },
  browser: { ios: link('browser://open?u='), namespaces: ['eip155'] },
})
const lowBrowser = parseListing({
  id: 'low',
  name: 'Low',
  app: { android: stores.android },
  browser: { android: link('low://open?u=', 'low'), namespaces: ['eip155'] },
})
const walletPage = { address: 'https://shop.example/', appName: 'Shop', namespaces: ['eip155'], allowsUntested: false }
const reachedByOwn = createReachFilter({ relayUrl: 'wss://relay.example' }, () => false)
const reachedByNetwork = (listing: Listing) => listing

const places = {
  desktop: { platform: desktop, handoff: { step: 'offered' } },
  'desktop without handoff': { platform: desktop },
  ios: { platform: ios, walletPage },
  android: { platform: android, walletPage },
} satisfies Record<string, RouteContext>
const here = { platform: desktop, handoff: {}, installed: ['example.full', 'example.ext'] } satisfies RouteContext

/** The routes and the next view, for each place: with the network's relay, and with a relay of the host app's own. */
test.each<[Listing, keyof typeof places, network: string, own: string]>([
  [full, 'desktop', 'pairing handoff install → DesktopConnecting', 'handoff install → Handoff'],
  [full, 'desktop without handoff', 'pairing install → DesktopConnecting', 'install → InstallWallet'],
  [full, 'ios', 'pairing browser install → MobileConnecting', 'browser install → WalletBrowser'],
  [full, 'android', 'pairing browser install → MobileConnecting', 'browser install → WalletBrowser'],
  [onlyExtension, 'desktop', 'install → InstallWallet', 'install → InstallWallet'],
  [onlyExtension, 'desktop without handoff', 'install → InstallWallet', 'install → InstallWallet'],
  [onlyExtension, 'ios', ' → InstallWallet', ' → InstallWallet'],
  [onlyExtension, 'android', ' → InstallWallet', ' → InstallWallet'],
  [onlyPairing, 'desktop', 'pairing → MobileQrcodeConnecting', ' → InstallWallet'],
  [onlyPairing, 'desktop without handoff', 'pairing → MobileQrcodeConnecting', ' → InstallWallet'],
  [onlyPairing, 'ios', 'pairing install → MobileConnecting', ' → InstallWallet'],
  [onlyPairing, 'android', 'pairing install → MobileConnecting', ' → InstallWallet'],
  [onlyBrowser, 'desktop', 'handoff → Handoff', 'handoff → Handoff'],
  [onlyBrowser, 'desktop without handoff', ' → InstallWallet', ' → InstallWallet'],
  [onlyBrowser, 'ios', 'browser install → WalletBrowser', 'browser install → WalletBrowser'],
  [onlyBrowser, 'android', ' → WalletBrowser', ' → WalletBrowser'],
  [lowBrowser, 'desktop', ' → InstallWallet', ' → InstallWallet'],
  [lowBrowser, 'ios', ' → WalletBrowser', ' → WalletBrowser'],
  [lowBrowser, 'android', ' → WalletBrowser', ' → WalletBrowser'],
])('listRoutes: $name on %s', (listing, place, network, own) => {
  const context: RouteContext = places[place]
  const told = (reached: (listing: Listing) => Listing) => {
    const shown = reached(listing)
    const view = viewForListing(shown, context.platform, [], undefined, context.handoff !== undefined)
    return `${listRoutes(shown, context).join(' ')} → ${view.name}`
  }
  expect([told(reachedByNetwork), told(reachedByOwn)]).toEqual([network, own])
})

test('listRoutes: a wallet in this browser comes first, and needs no store', () => {
  expect(listRoutes(full, here)).toEqual(['extension', 'pairing', 'handoff'])
  expect(listRoutes(reachedByOwn(full), here)).toEqual(['extension', 'handoff'])
  expect(listRoutes(onlyExtension, here)).toEqual(['extension'])
  expect(listRoutes(full, { platform: android, walletPage, installed: ['example.full'] })).toEqual([
    'extension',
    'pairing',
    'browser',
  ])
})

test('listRoutes: an unverified link counts if the host app allows it', () => {
  const context = { platform: android, walletPage: { ...walletPage, allowsUntested: true } }
  expect(listRoutes(lowBrowser, context)).toEqual(['browser', 'install'])
})
