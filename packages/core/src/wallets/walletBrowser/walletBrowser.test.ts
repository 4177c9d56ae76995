import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import { findBrowserLink } from './findBrowserLink.ts'
import { findInAppBrowser } from './inAppBrowser.ts'
import { readWalletPage } from './walletPage.ts'

const ios: Platform = { device: 'phone', isAndroid: false, isIos: true, isTelegram: false }
const android: Platform = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false }
const desktop: Platform = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false }
const options = { platform: ios, metadata: { name: 'Shop' }, chains: ['eip155:1', 'eip155:10', 'solana:x'] } as const
const own = 'https://shop.example/account?session=secret#token=secret'

const quay = parseListing({
  id: 'quay',
  name: 'Quay',
  mobile: { native: 'quay://', universal: 'https://quay.example/' },
  browser: {
    ios: { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'high' },
    android: { template: 'quay://open?url={urlEncoded}', confidence: 'low' },
    namespaces: ['solana'],
  },
})
const page = readWalletPage(options, own)

test('readWalletPage: the page’s own address without query and fragment, which may hold secrets', () => {
  expect(page).toEqual({
    address: 'https://shop.example/account',
    appName: 'Shop',
    namespaces: ['eip155', 'solana'],
    allowsUntested: false,
  })
})

test('readWalletPage: the host app’s own address, read each time', () => {
  let count = 0
  const url = () => `/link?n=${++count}`
  const addressOf = (walletBrowser: object) => readWalletPage({ ...options, walletBrowser }, own)?.address
  expect([addressOf({ url }), addressOf({ url })]).toEqual([
    'https://shop.example/link?n=1',
    'https://shop.example/link?n=2',
  ])
  expect(addressOf({ url: 'https://m.shop.example/' })).toBe('https://m.shop.example/')
  expect(addressOf({ url: 'https://' })).toBeUndefined()
})

test('readWalletPage: empty on a computer, if turned off, or without an address', () => {
  expect(readWalletPage({ ...options, platform: desktop }, own)).toBeUndefined()
  expect(readWalletPage({ ...options, walletBrowser: false }, own)).toBeUndefined()
  expect(readWalletPage(options, undefined)).toBeUndefined()
  expect(readWalletPage(options, 'about:blank')).toBeUndefined()
})

test('findBrowserLink: for the page’s first network that the wallet’s browser serves', () => {
  expect(findBrowserLink(quay, { walletPage: page, platform: ios })).toEqual({
    href: 'https://quay.example/open?url=https%3A%2F%2Fshop.example%2Faccount',
    target: '_blank',
  })
})

test('findBrowserLink: offers a link of low confidence only if the host app allows it', () => {
  expect(findBrowserLink(quay, { walletPage: page, platform: android })).toBeUndefined()
  const walletPage = readWalletPage({ ...options, platform: android, walletBrowser: { allowsUntested: true } }, own)
  expect(findBrowserLink(quay, { walletPage, platform: android })).toEqual({
    href: 'quay://open?url=https%3A%2F%2Fshop.example%2Faccount',
    target: '_self',
  })
  // Telegram opens only new tabs.
  expect(findBrowserLink(quay, { walletPage, platform: { ...android, isTelegram: true } })?.target).toBe('_blank')
})

test('findBrowserLink: needs a page, the right system and network, and a listed link', () => {
  expect(findBrowserLink(quay, { walletPage: page, platform: ios })).toBeDefined()
  expect(findBrowserLink(quay, { walletPage: undefined, platform: ios })).toBeUndefined()
  expect(findBrowserLink(quay, { walletPage: page, platform: { ...ios, isIos: false } })).toBeUndefined()
  const ofBitcoin = readWalletPage({ ...options, chains: ['bip122:x'] }, own)
  expect(findBrowserLink(quay, { walletPage: ofBitcoin, platform: ios })).toBeUndefined()
  expect(findBrowserLink(parseListing({ id: 'a', name: 'A' }), { walletPage: page, platform: ios })).toBeUndefined()
})

test('T-10 findBrowserLink: a listing from the host app’s own code opens no other scheme', () => {
  const template = 'javascript:alert(1)//{urlEncoded}'
  const browser = { ios: { template, confidence: 'high' }, namespaces: ['eip155'] } as const
  expect(findBrowserLink({ browser }, { walletPage: page, platform: ios })).toBeUndefined()
})

// The user agents of the apps today, cut to the parts that tell the apps apart.
test.each([
  ['Mozilla/5.0 (iPhone; …) AppleWebKit/605.1.15 Mobile/15E148 Instagram 370.0.0.24.85 (iPhone14,5; …)', 'Instagram'],
  ['Mozilla/5.0 (iPhone; …) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0.0.1;FBDV/iPhone14,5]', 'Facebook'],
  ['Mozilla/5.0 (Linux; Android 15; …; wv) Chrome/131.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0;]', 'Facebook'],
  [
    'Mozilla/5.0 (Linux; Android 15; …; wv) Chrome/131.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6',
    'TikTok',
  ],
  ['Mozilla/5.0 (iPhone; …) Mobile/15E148 Safari Line/14.20.0', 'LINE'],
  ['Mozilla/5.0 (iPhone; …) Mobile/15E148 Twitter for iPhone/10.70', 'X'],
  ['Mozilla/5.0 (iPhone; …) Mobile/15E148 MicroMessenger/8.0.54(0x18003634) NetType/WIFI', 'WeChat'],
  ['Mozilla/5.0 (iPhone; …) Mobile/15E148 [LinkedInApp]/9.30', 'LinkedIn'],
  ['Mozilla/5.0 (iPhone; …) AppleWebKit/605.1.15 Mobile/15E148 Barcelona 350.0.0.21.109 (iPhone14,5; …)', 'Threads'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.1) ArkWeb/4.1.6.1 Mobile MicroMessenger/8.0.9.39(0xf3100927) Weixin', 'WeChat'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1', undefined],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36', undefined],
  ['Mozilla/5.0 (iPhone; …) CriOS/131.0 Mobile/15E148 Safari/604.1', undefined],
  ['Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', undefined],
])('findInAppBrowser: %s', (userAgent, app) => {
  expect(findInAppBrowser(userAgent, ios)).toBe(app)
  expect(findInAppBrowser(userAgent, { ...ios, isTelegram: true })).toBe('Telegram')
})
