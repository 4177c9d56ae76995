import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { findReturnLink, hostOf, isSameWallet } from './returnLink.ts'

const rainbow = parseListing({
  id: 'rainbow',
  name: 'Rainbow',
  homepage: 'https://www.rainbow.me/',
  mobile: { native: 'rainbow://', universal: 'https://rnbwapp.com' },
})
const trust = parseListing({ id: 'trust', name: 'Trust Wallet', mobile: { native: 'trust://' } })
const peer = (name: string, more: { url?: string; redirect?: { native?: string; universal?: string } } = {}) => ({
  name,
  description: '',
  url: '',
  icons: [],
  ...more,
})

test('opens the chosen wallet that answered by the links of its listing', () => {
  for (const metadata of [
    peer('Rainbow'),
    peer('RAINBOW wallet'),
    peer('Regenbogen', { url: 'https://rainbow.me/download' }),
    peer('Regenbogen', { redirect: { native: 'rainbow://wc' } }),
    peer('Regenbogen', { redirect: { universal: 'https://rnbwapp.com/wc' } }),
  ]) {
    expect(findReturnLink(metadata, rainbow, [])).toEqual(rainbow.mobile)
  }
})

test('complaint 11: Rainbow was tapped last, Trust approved: never Rainbow', () => {
  const answered = peer('Trust Wallet', { url: 'https://trustwallet.com', redirect: { native: 'trust://' } })
  expect(findReturnLink(answered, rainbow, [rainbow, trust])).toEqual(trust.mobile)
  expect(findReturnLink(answered, trust, [])).toEqual(trust.mobile)
  // Without the wallet's own answer there is no way back.
  expect(findReturnLink(peer('Trust Wallet', { url: 'https://trustwallet.com' }), rainbow, [trust])).toBeUndefined()
  expect(findReturnLink(peer(''), rainbow, [trust])).toBeUndefined()
})

test('T-16 a scheme that no listing has is not opened, nor a path that a wallet adds to one', () => {
  for (const native of [
    'evil://',
    'x-safari-https://evil.example/',
    'tel://110',
    'facetime://a',
    'trustworthy://',
    '://',
  ])
    for (const chosen of [rainbow, undefined])
      expect(findReturnLink(peer('Trust Wallet', { redirect: { native } }), chosen, [rainbow, trust])).toBeUndefined()
  const behind = peer('Trust Wallet', { redirect: { native: 'TRUST://send?to=0xevil' } })
  expect(findReturnLink(behind, undefined, [rainbow, trust])).toEqual(trust.mobile)
})

test('T-16 a web page that a wallet names as its own is not opened', () => {
  const claimed = peer('Trust Wallet', { redirect: { universal: 'https://phish.example/seed' } })
  expect(findReturnLink(claimed, rainbow, [rainbow, trust])).toBeUndefined()
  expect(findReturnLink(claimed, undefined, [rainbow, trust])).toBeUndefined()
})

test('a name alone does not outweigh another wallet’s links', () => {
  expect(isSameWallet(peer('Rainbow', { redirect: { native: 'evil://' } }), rainbow)).toBe(false)
  expect(isSameWallet(peer('Rainbow', { redirect: { native: 'RAINBOW://' } }), rainbow)).toBe(true)
})

test('parses hosts as browsers do', () => {
  expect(hostOf('https://www.rainbow.me/x?y#z')).toBe('rainbow.me')
  expect(hostOf('https://rаinbow.me')).toBe('xn--rinbow-3nf.me')
  for (const none of ['', 'rainbow.me', 'javascript:alert(1)', 'data:text/html,x', 'rainbow://x', 'https://']) {
    expect(hostOf(none), none).toBeUndefined()
  }
})
