import { volume } from '@hawser/test-kit/night'
import { type Listing, parseListing } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { formatAnyWalletLink } from './anyWalletLink.ts'
import { formatDeepLink } from './deepLink.ts'
import { listManualWallets } from './modalOptions.ts'
import type { Via } from './routes.ts'
import { storeLinkFor } from './storeLink.ts'

const pairingUri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=1`
const encoded = encodeURIComponent(pairingUri)
const desktop: Platform = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false }
const ios: Platform = { device: 'phone', isAndroid: false, isIos: true, isTelegram: false }
const android: Platform = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false }
const inTelegram = (platform: Platform): Platform => ({ ...platform, isTelegram: true })

function open(links: Partial<Record<'native' | 'universal', string>>, via: Via, platform: Platform, prefer = false) {
  const listing = parseListing({ id: 'w', name: 'W', mobile: links, desktop: links })
  return formatDeepLink({ listing, via, pairingUri, platform, preferUniversal: prefer })
}

const both = { native: 'rainbow://', universal: 'https://rnbwapp.com' }

test.each([
  ['native on a phone', open(both, 'mobile', ios), `rainbow://wc?uri=${encoded}`, '_self'],
  [
    'native with a path',
    open({ native: 'celo://wallet' }, 'mobile', android),
    `celo://wallet/wc?uri=${encoded}`,
    '_self',
  ],
  ['native with a slash', open({ native: 'argent://app/' }, 'mobile', ios), `argent://app/wc?uri=${encoded}`, '_self'],
  ['the alternate link', open(both, 'mobile', ios, true), `https://rnbwapp.com/wc?uri=${encoded}`, '_blank'],
  [
    'universal only',
    open({ universal: both.universal }, 'mobile', ios),
    `https://rnbwapp.com/wc?uri=${encoded}`,
    '_blank',
  ],
  ['a missing alternate', open({ native: 'x-y://' }, 'mobile', ios, true), `x-y://wc?uri=${encoded}`, '_self'],
  ['desktop app', open(both, 'desktop', desktop), `rainbow://wc?uri=${encoded}`, '_self'],
  ['web wallet', open(both, 'web', desktop), `https://rnbwapp.com/wc?uri=${encoded}`, '_blank'],
  ['web wallet on a phone', open(both, 'web', android), `https://rnbwapp.com/wc?uri=${encoded}`, '_blank'],
  [
    'a web wallet under development',
    open({ universal: 'http://localhost:4401' }, 'web', desktop),
    `http://localhost:4401/wc?uri=${encoded}`,
    '_blank',
  ],
  ['native in Telegram', open(both, 'mobile', inTelegram(ios)), `rainbow://wc?uri=${encoded}`, '_blank'],
  [
    'Telegram on Android decodes once',
    open(both, 'mobile', inTelegram(android)),
    `rainbow://wc?uri=${encodeURIComponent(encoded)}`,
    '_blank',
  ],
])('formatDeepLink: %s', (_, link, href, target) => {
  expect(link).toEqual({ href, target })
})

// rainbow-me/rainbowkit#2093, #1902.
test.each([
  ['F40a', { native: 'quay://walletconnect?uri=' }, `quay://walletconnect?uri=${encoded}`, 'quay://walletconnect'],
  ['F40', { native: 'quay:' }, `quay://wc?uri=${encoded}`, 'quay://'],
  ['F40', { native: 'Quay://' }, `quay://wc?uri=${encoded}`, 'quay://'],
  ['F40', { native: 'quay://open?x=1' }, `quay://open?x=1&uri=${encoded}`, 'quay://open?x=1'],
  ['F40', { universal: 'https://x.app/#/wc?uri=' }, `https://x.app/#/wc?uri=${encoded}`, 'https://x.app/#/wc'],
  ['F40', { universal: 'https://x.app/open/{uri}' }, `https://x.app/open/${encoded}`, 'https://x.app/open/'],
])('%s the host app’s own wallet %j opens with the pairing URI once', (_, links, href, front) => {
  const [listing] = listManualWallets({ mobileWallets: [{ id: 'quay', name: 'Quay', links }] })
  const params = { listing: listing ?? parseListing({}), via: 'mobile', platform: ios, preferUniversal: false } as const
  expect(formatDeepLink({ ...params, pairingUri })?.href).toBe(href)
  expect(formatDeepLink({ ...params, pairingUri: undefined })?.href).toBe(front)
})

test('F40b fills the pairing URI into a universal link that ends in a param', () => {
  expect(open({ universal: 'https://app.quay.example/open?link=' }, 'mobile', ios)?.href).toBe(
    `https://app.quay.example/open?link=${encoded}`,
  )
})

test.each(['javascript:', 'data:', 'intent:', 'javascript:alert(1)//?uri='])(
  'F40 T-10 %s is not a link of the host app’s own wallets',
  (native) => {
    const [listing] = listManualWallets({ mobileWallets: [{ id: 'quay', name: 'Quay', links: { native } }] })
    expect(listing?.mobile).toEqual({ native: undefined, universal: undefined })
  },
)

test('formatDeepLink: a Telegram app gets the URI as an allowed start parameter', () => {
  const link = open({ universal: 'https://t.me/wallet/app/' }, 'web', inTelegram(ios))
  const [base, parameter = ''] = link?.href.split('?startapp=') ?? []
  expect(base).toBe('https://t.me/wallet/app')
  expect(parameter).toMatch(/^[\w-]+$/)
  expect(Buffer.from(parameter, 'base64url').toString()).toBe(pairingUri)
  expect(link?.target).toBe('_blank')
})

test('formatDeepLink: a route that the listing lacks gives no link', () => {
  expect(open({}, 'mobile', ios)).toBeUndefined()
  expect(open({ universal: both.universal }, 'desktop', desktop)).toBeUndefined()
  expect(open({ native: both.native }, 'web', desktop)).toBeUndefined()
  expect(open(both, 'qrcode', desktop)).toBeUndefined()
})

test('formatDeepLink: the result parses back to the pairing URI', () => {
  const href = open(both, 'mobile', ios)?.href ?? ''
  expect(new URL(href.replace('rainbow://', 'https://x/')).searchParams.get('uri')).toBe(pairingUri)
})

test('formatAnyWalletLink: the URI unchanged', () => {
  expect(formatAnyWalletLink(pairingUri, android)).toEqual({ href: pairingUri, target: '_self' })
  expect(formatAnyWalletLink(pairingUri, inTelegram(android)).target).toBe('_blank')
})

// T-10: every scheme that runs code, reads files or lets any app in, in the disguises that URL parsers see through.
const schemes = [
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'filesystem',
  'intent',
  'about',
  'content',
  'chrome',
  'view-source',
  'ftp',
  'mailto',
  'tel',
  'sms',
  'market',
  'itms-services',
  'wc',
  'android-app',
  'http',
  'ws',
  'ms-msdt',
  'search-ms',
  'jar',
  'shell',
]
const disguises: readonly ((scheme: string) => string)[] = [
  (scheme) => `${scheme}:alert(1)`,
  (scheme) => `${scheme}://alert(1)`,
  (scheme) => `${scheme}://`,
  (scheme) => `${scheme.toUpperCase()}://x`,
  (scheme) => `${scheme[0]?.toUpperCase()}${scheme.slice(1)}://x`,
  (scheme) => ` ${scheme}://x`,
  (scheme) => `\t${scheme}://x`,
  (scheme) => `\u0001${scheme}://x`,
  (scheme) => `\u200b${scheme}://x`,
  (scheme) => `${scheme.slice(0, 2)}\t${scheme.slice(2)}://x`,
  (scheme) => `${scheme.slice(0, 2)}\n${scheme.slice(2)}://x`,
  (scheme) => `${scheme}:\r\n//x`,
  (scheme) => `%6a${scheme.slice(1)}://x`,
  (scheme) => `${scheme}&colon;//x`,
  (scheme) => `&#106;${scheme.slice(1)}://x`,
  (scheme) => `//${scheme}:x`,
]
const hostile = schemes.flatMap((scheme) => disguises.map((disguise) => disguise(scheme)))
const allowed = /^(?:https:\/\/|[a-z][a-z0-9+.-]{1,31}:\/\/)/

function hostileListing(link: string): Listing {
  // The host app could pass this listing without types: it is never parsed.
  const links = { native: link, universal: link }
  return { ...parseListing({ id: 'w', name: 'W' }), mobile: links, desktop: links }
}

/** Whether every link made from `link` has a harmless scheme, the one that the listing registered. */
function isHarmless(link: string): boolean {
  const listing = hostileListing(link)
  return (['mobile', 'desktop', 'web', 'qrcode'] as const).every((via) =>
    [true, false].every((preferUniversal) => {
      const opened = formatDeepLink({ listing, via, pairingUri, platform: ios, preferUniversal })
      if (opened === undefined) return true
      const { protocol } = new URL(opened.href)
      const isRegistered = link.toLowerCase().startsWith(protocol)
      return allowed.test(opened.href) && !schemes.includes(protocol.slice(0, -1)) && isRegistered
    }),
  )
}

test(`T-10 opens none of ${hostile.length} hostile links, through any field`, () => {
  expect(hostile.length).toBeGreaterThanOrEqual(300)
  for (const link of hostile) {
    const listing = hostileListing(link)
    for (const via of ['mobile', 'desktop', 'web'] as const)
      expect(formatDeepLink({ listing, via, pairingUri, platform: ios, preferUniversal: false })).toBeUndefined()
    expect(storeLinkFor({ ...listing, homepage: link, app: { ios: link, browser: link } }, ios)).toBeUndefined()
  }
})

test('T-10 any listing gives a link with an allowed scheme or none', () => {
  const near = fc
    .tuple(fc.constantFrom(...schemes, 'rainbow', 'https'), fc.string({ maxLength: 12 }))
    .map(([a, b]) => `${a}:${b}`)
  const numRuns = volume(1_000_000, 2_000)
  fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl(), near), isHarmless), { numRuns })
}, 1_800_000)

test('T-11 no link begins with intent:', () => {
  expect(
    open(
      { native: 'intent://scan/#Intent;package=x;S.browser_fallback_url=https://evil.example;end' },
      'mobile',
      android,
    ),
  ).toBeUndefined()
})

test("V3 storeLinkFor: the store of the visitor's own platform, else the homepage", () => {
  const listing = parseListing({
    id: 'w',
    name: 'W',
    homepage: 'https://w.example',
    app: { ios: 'https://apps.apple.com/app/w/id1', android: 'https://play.google.com/store/apps/details?id=w' },
  })
  expect(storeLinkFor(listing, ios)).toBe('https://apps.apple.com/app/w/id1')
  expect(storeLinkFor(listing, android)).toBe('https://play.google.com/store/apps/details?id=w')
  expect(storeLinkFor(listing, desktop)).toBe('https://w.example/')
  expect(storeLinkFor({ ...listing, app: {} }, android)).toBe('https://w.example/')
  expect(storeLinkFor(parseListing({ id: 'w', name: 'W' }), desktop)).toBeUndefined()
})

test('formatDeepLink: without a pairing it opens the wallet, with no key in the link', () => {
  const listing = parseListing({ id: 'w', name: 'W', mobile: both, desktop: both })
  const reopen = (preferUniversal: boolean, platform: Platform = ios) =>
    formatDeepLink({ listing, via: 'mobile', pairingUri: undefined, platform, preferUniversal })
  expect(reopen(false)).toEqual({ href: 'rainbow://', target: '_self' })
  expect(reopen(true)?.href).toBe(listing.mobile.universal)
  expect(reopen(false, inTelegram(ios))?.target).toBe('_blank')
})
