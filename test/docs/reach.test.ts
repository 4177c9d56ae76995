import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasPhoneRoute, reachOf } from '@hawser/doctor'
import { createUnsignedBundle, loadListings } from '@hawser/registry'
import { expect, test } from 'vitest'
import { browserListings } from '../../packages/core/src/handoff/browserListings.snapshot.ts'
import { listBrowserWallets } from '../../packages/core/src/handoff/browserWallets.ts'
import { formatChecklist, formatReach } from '../../scripts/reach/formatReach.ts'
import { readSources } from '../../scripts/reach/readSources.ts'
import { parseResult, recordResult } from '../../scripts/reach/recordResult.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/reach.md'), 'utf8')
const survey = JSON.parse(readFileSync(join(root, 'test/vectors/browserLinks/wallet-browser-links.json'), 'utf8'))
const { listings } = createUnsignedBundle(loadListings())
const sourcesOf = (id: string) => readSources(join(root, 'packages/registry/listings'), id)
const partOf = (name: string) => new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)\n<!-- end of ${name} -->`).exec(page)?.[1]

test('reach: table and checklist match the listings (else run npm run reach -- --write)', () => {
  expect(partOf('reach')).toBe(formatReach(listings, survey.wallets))
  expect(partOf('checklist')).toBe(formatChecklist(listings, sourcesOf))
})

test('reach: a phone links at least 25 of the 34 surveyed wallets with a link, without a vendor', () => {
  const withLink = survey.wallets.filter(({ ios, android }: { ios: unknown; android: unknown }) => ios ?? android)
  expect(withLink).toHaveLength(34)
  const isReached = ({ wallet, listing: id }: { wallet: string; listing: string | null }) =>
    listings.some((each) => (each.id === id || each.name === wallet.split(' (', 1)[0]) && hasPhoneRoute(each))
  expect(withLink.filter(isReached).length).toBeGreaterThanOrEqual(25)
})

test.each(['ios', 'android'] as const)('reach: the page of a handoff offers what the table says, on %s', (name) => {
  const phone = { isIos: name === 'ios', isAndroid: name === 'android' }
  const walletPage = { address: 'https://app.example/link/handoff', appName: 'app.example', allowsUntested: false }
  const offered = listBrowserWallets(browserListings, phone, {
    ...walletPage,
    namespaces: ['eip155', 'solana', 'bip122'],
  })
  const reached = listings.filter((listing) => reachOf(listing, name).includes('browser'))
  expect(offered.map(({ id }) => id)).toEqual(reached.map(({ id }) => id))
})

test('reach: each of the 30 best-known wallets has a route on every platform, or a reason', () => {
  const rows = formatReach(listings, survey.wallets).split('\n').slice(2, 32)
  for (const [index, row] of rows.entries()) {
    const listing = listings[index]
    const isWhole = (['ios', 'android'] as const).every((name) => listing && reachOf(listing, name).includes('browser'))
    const [, , , , , , missing = ''] = row.slice(2, -2).split(' | ')
    expect([listing?.name, isWhole || missing.trim() !== '']).toEqual([listing?.name, true])
  }
})

const line = 'zerion browser.ios works phone-2026-11-26-ios-18-1-app-7-30'
const link = (template: string) => ({ template, confidence: 'low' })
const both = {
  name: 'Zerion',
  browser: {
    ios: link('zerion://{url}'),
    android: link('https://zerion.example/{urlEncoded}'),
    namespaces: ['eip155'],
  },
  sources: { name: 'owner', 'browser.ios': 'a', 'browser.android': 'b', 'browser.namespaces': 'c' },
}

test('reach: a result of a phone is one line of the listing’s sources, and ticks the checklist', () => {
  const file = recordResult(both, parseResult(line))
  expect(file.sources).toEqual({ ...both.sources, 'browser.ios': 'phone-2026-11-26-ios-18-1-app-7-30' })
  expect(file.browser).toMatchObject({
    ios: { template: 'zerion://{url}', confidence: 'high' },
    android: { confidence: 'low' },
  })
  const [zerion] = listings.filter(({ id }) => id === 'zerion')
  const checklist = formatChecklist(zerion === undefined ? [] : [zerion], () => file.sources)
  expect(checklist.split('\n')).toEqual([
    '- [x] Zerion, iOS (`zerion.json`, `browser.ios`, medium, phone-2026-11-26-ios-18-1-app-7-30)',
    '- [ ] Zerion, Android (`zerion.json`, `browser.android`, medium)',
  ])
})

test('reach: removes a link that fails on a phone, and with the last one all its data', () => {
  const first = recordResult(both, parseResult(line.replace('works', 'fails')))
  expect(first.browser).toEqual({ android: both.browser.android, namespaces: ['eip155'] })
  expect(first.sources).toEqual({ name: 'owner', 'browser.android': 'b', 'browser.namespaces': 'c' })
  const last = recordResult(first, parseResult('zerion browser.android fails phone-2026-11-26-android-15'))
  expect(JSON.parse(JSON.stringify(last))).toEqual({ name: 'Zerion', sources: { name: 'owner' } })
  expect(() => recordResult(last, parseResult(line))).toThrow('no browser.ios')
})

test.each([
  '',
  'zerion',
  '../zerion browser.ios works phone-2026-11-26-ios',
  line.replace('works', 'maybe'),
  `${line}"`,
])('reach: refuses a malformed result: %s', (text) => {
  expect(() => parseResult(text)).toThrow(TypeError)
})
