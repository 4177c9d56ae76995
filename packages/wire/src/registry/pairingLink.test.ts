import { expect, test } from 'vitest'
import {
  formatFrontLink,
  formatPairingLink,
  formatPairingUri,
  parseNativeLink,
  parsePairingUri,
  parseWebLink,
  tidyNativeLink,
} from '../index.ts'

const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}&expiryTimestamp=1`
const encoded = encodeURIComponent(uri)

// rainbow-me/rainbowkit#2093, #1902, and similar shapes. The last link brings the wallet to the front.
test.each([
  ['F40a', 'quay://walletconnect?uri=', `quay://walletconnect?uri=${encoded}`, 'quay://walletconnect'],
  [
    'F40b',
    'https://app.quay.example/open?link=',
    `https://app.quay.example/open?link=${encoded}`,
    'https://app.quay.example/open',
  ],
  ['F40', 'metamask://', `metamask://wc?uri=${encoded}`, 'metamask://'],
  ['F40', 'trust://', `trust://wc?uri=${encoded}`, 'trust://'],
  ['F40', 'quay://wc', `quay://wc?uri=${encoded}`, 'quay://wc'],
  ['F40', 'quay://wc/', `quay://wc?uri=${encoded}`, 'quay://wc/'],
  ['F40', 'quay://wc?', `quay://wc?uri=${encoded}`, 'quay://wc'],
  ['F40', 'quay://wc?uri=', `quay://wc?uri=${encoded}`, 'quay://wc'],
  ['F40', 'quay://wc?uri={uri}', `quay://wc?uri=${encoded}`, 'quay://wc'],
  ['F40', 'quay://wc?uri=%s', `quay://wc?uri=${encoded}`, 'quay://wc'],
  ['F40', 'quay://connect/{{wcUri}}', `quay://connect/${encoded}`, 'quay://connect/'],
  ['F40', 'quay://open', `quay://open/wc?uri=${encoded}`, 'quay://open'],
  ['F40', 'quay://open/', `quay://open/wc?uri=${encoded}`, 'quay://open/'],
  ['F40', 'quay://open?x=1', `quay://open?x=1&uri=${encoded}`, 'quay://open?x=1'],
  ['F40', 'quay://open?x=1&', `quay://open?x=1&uri=${encoded}`, 'quay://open?x=1'],
  ['F40', 'quay://open?uri=&x=1', `quay://open?uri=${encoded}&x=1`, 'quay://open?x=1'],
  ['F40', 'quay://open?x=1&uri=', `quay://open?x=1&uri=${encoded}`, 'quay://open?x=1'],
  ['F40', 'https://x.app/', `https://x.app/wc?uri=${encoded}`, 'https://x.app/'],
  ['F40', 'https://x.app', `https://x.app/wc?uri=${encoded}`, 'https://x.app'],
  ['F40', 'https://x.app/wc', `https://x.app/wc?uri=${encoded}`, 'https://x.app/wc'],
  ['F40', 'https://x.app/wc/', `https://x.app/wc?uri=${encoded}`, 'https://x.app/wc/'],
  ['F40', 'https://x.app/wc?uri=', `https://x.app/wc?uri=${encoded}`, 'https://x.app/wc'],
  ['F40', 'https://x.app/#/', `https://x.app/#/wc?uri=${encoded}`, 'https://x.app/#/'],
  ['F40', 'https://x.app/#', `https://x.app/#/wc?uri=${encoded}`, 'https://x.app/'],
  ['F40', 'https://x.app/#/wc', `https://x.app/#/wc?uri=${encoded}`, 'https://x.app/#/wc'],
  ['F40', 'https://x.app/#/wc?uri=', `https://x.app/#/wc?uri=${encoded}`, 'https://x.app/#/wc'],
  ['F40', 'https://x.app/#link=', `https://x.app/#link=${encoded}`, 'https://x.app/'],
  ['F40', 'https://x.app/?link=#top', `https://x.app/?link=${encoded}#top`, 'https://x.app/?#top'],
  ['F40', 'https://x.app/open?a=b#top', `https://x.app/open?a=b&uri=${encoded}#top`, 'https://x.app/open?a=b#top'],
  ['F40', 'https://x.app/open/%7Buri%7D', `https://x.app/open/${encoded}`, 'https://x.app/open/'],
  [
    'F40',
    'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
    `bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=${encoded}`,
    'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
  ],
])('%s the link %s opens a wallet with the pairing URI once, and without it', (_, link, opened, front) => {
  // A listing may have each of these links.
  if (!link.endsWith('x.app')) expect(parseNativeLink(link) ?? parseWebLink(link)).toBe(link)
  expect(formatPairingLink(link, uri)).toBe(opened)
  expect(opened.split(encoded).length).toBe(2)
  expect(formatFrontLink(link)).toBe(front)
})

test.each(['https://t.me/quay/app', 'https://t.me/quay/app/', 'https://t.me/quay/app?startapp='])(
  'F40 the Telegram app %s gets the URI as a start parameter it allows',
  (link) => {
    const [base, parameter = ''] = formatPairingLink(link, uri).split('?startapp=')
    expect(base).toBe('https://t.me/quay/app')
    expect(parameter).toMatch(/^[\w-]+$/)
    expect(Buffer.from(parameter, 'base64url').toString()).toBe(uri)
  },
)

test.each([
  'quay://',
  'quay://walletconnect?uri=',
  'https://q.example/{uri}',
  'https://app.quay.example/open?link=',
  'https://app.quay.example/open?wcUri=&a=b',
  'https://app.quay.example/#/connect',
  'https://t.me/quay/app',
])('F40 a wallet that gets the whole link %s reads the pairing URI in it', (link) => {
  const pairing = { topic: 'ab'.repeat(32), symKey: 'cd'.repeat(32), expiresAt: undefined, methods: [] }
  expect(parsePairingUri(formatPairingLink(link, formatPairingUri(pairing)))).toEqual(pairing)
})

test('F40 inserts a pairing URI unchanged, with any letters', () => {
  expect(formatPairingLink('quay://{uri}', "$&$'$1")).toBe(`quay://${encodeURIComponent("$&$'$1")}`)
  expect(formatPairingLink('quay://wc?uri=', "$&$'$1")).toBe(`quay://wc?uri=${encodeURIComponent("$&$'$1")}`)
})

test.each([
  ['quay:', 'quay://'],
  ['quay:/', 'quay://'],
  ['quay:/open', 'quay://open'],
  ['quay://', 'quay://'],
  ['Quay:', 'quay://'],
  ['QUAY://Open?X=1', 'quay://Open?X=1'],
  ['quay:alert(1)', 'quay:alert(1)'],
  ['quay', 'quay'],
  ['', ''],
])('F40 the scheme %s means %s', (text, tidied) => {
  expect(tidyNativeLink(text)).toBe(tidied)
})

test.each(['javascript:', 'JavaScript:', 'data:', 'file:', 'intent:', 'wc:', 'https:', 'vbscript:', 'blob:'])(
  'F40 T-10 %s is no wallet’s link, in any spelling',
  (scheme) => {
    for (const text of [scheme, `${scheme}/`, `${scheme}//`, `${scheme}//alert(1)?uri=`, `${scheme}alert(1)`])
      expect([text, parseNativeLink(tidyNativeLink(text))]).toEqual([text, undefined])
  },
)
