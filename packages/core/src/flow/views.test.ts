import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import {
  currentView,
  followChoice,
  isConnecting,
  placeOfCode,
  popView,
  pushView,
  replaceView,
  resetViews,
  type View,
  viewForListing,
} from './views.ts'

const phone: Platform = { device: 'phone', isAndroid: false, isIos: true, isTelegram: false }
const desktop: Platform = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false }
const explorer: View = { name: 'WalletExplorer' }
const code: View = { name: 'Qrcode' }

function listingWith(...links: ('mobile' | 'mobileWeb' | 'desktop' | 'web')[]) {
  const has = (link: (typeof links)[number], value: string) => (links.includes(link) ? value : undefined)
  return parseListing({
    id: 'rainbow',
    name: 'Rainbow',
    mobile: { native: has('mobile', 'rainbow://'), universal: has('mobileWeb', 'https://rnbwapp.com') },
    desktop: { native: has('desktop', 'rainbow://'), universal: has('web', 'https://web.rainbow.me') },
  })
}

test('S2 opening shows ConnectWallet', () => {
  expect(currentView(resetViews())).toEqual({ name: 'ConnectWallet' })
})

test('S2 push puts a view on top; the current view changes nothing', () => {
  const stack = pushView(resetViews(), explorer)
  expect(stack.map(({ name }) => name)).toEqual(['ConnectWallet', 'WalletExplorer'])
  expect(pushView(stack, explorer)).toBe(stack)
  const wallet: View = { name: 'InstallWallet', listing: listingWith() }
  const another: View = { name: 'InstallWallet', listing: { ...listingWith(), id: 'other' } }
  expect(pushView(pushView(stack, wallet), another)).toHaveLength(4)
})

test('S2 replace keeps the way back, and does nothing on the first view', () => {
  const first = resetViews()
  expect(replaceView(first, explorer)).toBe(first)
  const stack = replaceView(pushView(first, explorer), code)
  expect(stack.map(({ name }) => name)).toEqual(['ConnectWallet', 'Qrcode'])
})

test('S2 back ends at the first view', () => {
  const stack = pushView(pushView(resetViews(), explorer), code)
  expect(currentView(popView(stack))).toBe(explorer)
  const first = popView(popView(stack))
  expect(popView(first)).toBe(first)
})

test.each([
  // S3
  [phone, ['mobile', 'mobileWeb', 'desktop', 'web'], 'MobileConnecting'],
  [phone, ['mobile'], 'MobileConnecting'],
  [phone, ['mobileWeb'], 'MobileConnecting'],
  [phone, ['desktop', 'web'], 'WebConnecting'],
  [phone, ['web'], 'WebConnecting'],
  [phone, ['desktop'], 'InstallWallet'],
  [phone, [], 'InstallWallet'],
  // S4
  [desktop, ['mobile', 'mobileWeb', 'desktop', 'web'], 'DesktopConnecting'],
  [desktop, ['desktop'], 'DesktopConnecting'],
  [desktop, ['mobile', 'web'], 'WebConnecting'],
  [desktop, ['mobile'], 'MobileQrcodeConnecting'],
  [desktop, ['mobileWeb'], 'MobileQrcodeConnecting'],
  [desktop, [], 'InstallWallet'],
] as const)('S3, S4 on a %o a wallet with %j leads to %s', (platform, links, name) => {
  expect(viewForListing(listingWith(...links), platform)).toMatchObject({ name, listing: { id: 'rainbow' } })
})

test('on a phone the wallet’s own browser comes after every other route, and before the stores', () => {
  const browser = {
    ios: { template: 'https://rnbwapp.com/dapp?url={urlEncoded}', confidence: 'high' },
    namespaces: ['eip155'],
  } as const
  const nameOf = (listing: ReturnType<typeof listingWith>, platform: typeof phone | typeof desktop) =>
    viewForListing({ ...listing, browser }, platform).name
  expect(nameOf(listingWith(), phone)).toBe('WalletBrowser')
  expect(nameOf(listingWith('mobile'), phone)).toBe('MobileConnecting')
  expect(nameOf(listingWith('web'), phone)).toBe('WebConnecting')
  expect(nameOf(listingWith(), desktop)).toBe('InstallWallet')
})

test('S4 an installed extension comes first, also for a wallet with nothing else', () => {
  for (const platform of [desktop, phone]) {
    for (const listing of [listingWith('mobile', 'desktop', 'web'), listingWith()]) {
      const installed = { ...listing, rdns: 'me.rainbow' }
      expect(viewForListing(installed, platform, ['io.metamask', 'me.rainbow']).name).toBe('ExtensionConnecting')
      expect(viewForListing(installed, platform, ['io.metamask']).name).not.toBe('ExtensionConnecting')
      // A listing without an rdns is never treated as an extension.
      expect(viewForListing(listing, platform, ['me.rainbow']).name).not.toBe('ExtensionConnecting')
    }
  }
})

test('S4 an installed wallet with several networks offers a choice, with any form of its rdns', () => {
  const installed = { ...listingWith('mobile'), rdns: 'me.Rainbow' }
  const networks = { 'me.rainbow': ['eip155', 'solana'] }
  expect(viewForListing(installed, desktop, ['me.rainbow'], networks).name).toBe('ChooseNetwork')
  expect(viewForListing(installed, desktop, ['me.rainbow'], { 'io.other': ['eip155', 'solana'] }).name).toBe(
    'ExtensionConnecting',
  )
  expect(viewForListing(installed, desktop, [], networks).name).not.toBe('ChooseNetwork')
})

test('living QR, placeOfCode: where a code is visible, waiting or replaced by a wallet’s link', () => {
  const listing = listingWith('mobile')
  const place = (name: View['name'], platform: Platform, via?: 'mobile' | 'qrcode' | 'extension' | 'web') =>
    placeOfCode({ name, listing }, via && { via }, platform)
  expect(place('ConnectWallet', desktop)).toBe('shown')
  expect(place('ConnectWallet', phone)).toBe('ready')
  expect(placeOfCode({ name: 'ConnectWallet' }, undefined, phone, 'classic')).toBe('shown')
  expect(place('Qrcode', phone)).toBe('shown')
  expect(place('WalletExplorer', desktop)).toBe('ready')
  expect(place('MobileQrcodeConnecting', desktop, 'qrcode')).toBe('shown')
  expect(place('ExtensionConnecting', desktop, 'extension')).toBe('ready')
  expect(place('MobileConnecting', phone, 'mobile')).toBe('opened')
  expect(place('WebConnecting', desktop, 'web')).toBe('opened')
})

test('followChoice: the connecting view is open exactly while its wallet is chosen', () => {
  const listing = listingWith('mobile', 'web')
  const chosen = followChoice(pushView(resetViews(), explorer), { listing, via: 'mobile' })
  expect(chosen.map(({ name }) => name)).toEqual(['ConnectWallet', 'WalletExplorer', 'MobileConnecting'])
  expect(followChoice(chosen, { listing, via: 'mobile' })).toBe(chosen)
  const switched = followChoice(chosen, { listing, via: 'web' })
  expect(switched.map(({ name }) => name)).toEqual(['ConnectWallet', 'WalletExplorer', 'WebConnecting'])
  const covered = pushView(switched, code)
  expect(followChoice(covered, { listing, via: 'web' })).toBe(covered)
  expect(followChoice(covered, undefined).some(isConnecting)).toBe(false)
  expect(currentView(followChoice(switched, undefined))).toBe(explorer)
})
