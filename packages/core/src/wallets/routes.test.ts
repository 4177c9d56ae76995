import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { hasVia, otherVias } from './routes.ts'

const phone: Platform = { device: 'phone', isAndroid: false, isIos: true, isTelegram: false }
const desktop: Platform = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false }

function listingWith(...links: ('mobile' | 'mobileWeb' | 'desktop' | 'web')[]) {
  const has = (link: (typeof links)[number], value: string) => (links.includes(link) ? value : undefined)
  return parseListing({
    id: 'rainbow',
    name: 'Rainbow',
    mobile: { native: has('mobile', 'rainbow://'), universal: has('mobileWeb', 'https://rnbwapp.com') },
    desktop: { native: has('desktop', 'rainbow://'), universal: has('web', 'https://web.rainbow.me') },
  })
}

test('otherVias: every other route of the wallet on this device', () => {
  const all = listingWith('mobile', 'desktop', 'web')
  expect(otherVias(all, 'desktop', desktop)).toEqual(['qrcode', 'web'])
  expect(otherVias(all, 'mobile', phone)).toEqual(['web'])
  expect(otherVias(listingWith('mobile'), 'qrcode', desktop)).toEqual([])
})

test('otherVias: the extension is one of the routes if it is installed', () => {
  const all = { ...listingWith('mobile', 'desktop', 'web'), rdns: 'me.rainbow' }
  expect(otherVias(all, 'desktop', desktop, ['me.rainbow'])).toEqual(['extension', 'qrcode', 'web'])
  expect(otherVias(all, 'extension', desktop, ['me.rainbow'])).toEqual(['qrcode', 'desktop', 'web'])
  expect(otherVias(all, 'extension', phone, ['me.rainbow'])).toEqual(['mobile', 'web'])
  expect(otherVias(all, 'desktop', desktop, [])).toEqual(['qrcode', 'web'])
})

test.each(['io.leapwallet.CompassWallet', 'io.leapwallet.compasswallet.', 'IO.LEAPWALLET.COMPASSWALLET'])(
  'F21 hasVia: finds an extension by its listing’s rdns %s',
  (rdns) => {
    const listing = parseListing({ id: 'compass', name: 'Compass', rdns })
    expect(hasVia(listing, 'extension', ['io.leapwallet.compasswallet'])).toBe(true)
    expect(hasVia(listing, 'extension', ['io.leapwallet.compass'])).toBe(false)
  },
)
