import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { formatListing, parseListing } from '@hawser/wire'
import { asObject } from '@hawser/wire/internal'
import { describe, expect, test } from 'vitest'
import { featuredIds, isOpenable } from '../bundle/listingOrder.ts'
import { createUnsignedBundle, InvalidBundleError, loadListings } from '../index.ts'
import { formatBrowserSnapshot, formatSnapshot } from './formatSnapshot.ts'

const folder = new URL('../../listings/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const readFile = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
const listings = loadListings()

describe('the bundled listings', () => {
  test.each(files)('%s: valid, nothing dropped, every fact with its source', (file) => {
    const raw = asObject(readFile(file)) ?? {}
    const { sources, licence, ...fields } = raw
    const listing = parseListing(raw)
    expect(file).toBe(`${listing.id}.json`)
    expect(fields).toEqual(formatListing(listing))
    // This package may not serve artwork; the modal draws the initials itself.
    expect(listing.imageId).toBeUndefined()
    expect(licence).toMatch(/^Facts only, no artwork/)
    const given = Object.entries(fields).flatMap(([name, value]) => {
      if (['id', 'image_id'].includes(name) || value === null) return []
      const nested = asObject(value)
      if (nested === undefined) return [name]
      return Object.keys(nested)
        .filter((key) => nested[key] !== null)
        .map((key) => `${name}.${key}`)
    })
    const named = Object.keys(asObject(sources) ?? {}).filter((name) => name !== 'id')
    expect(named.sort()).toEqual(given.sort())
    for (const source of Object.values(asObject(sources) ?? {})) {
      expect(source).toMatch(
        /^(?:rainbowkit|connectkit|thirdweb-registry-snapshot|walletconnect-explorer|wallet-browser-links|public-code|https:\/\/.*)$/,
      )
    }
    expect(Object.hasOwn(asObject(sources) ?? {}, 'id')).toBe(/^[0-9a-f]{64}$/.test(listing.id))
  })

  test('every wallet can be opened or installed', () => {
    for (const listing of listings)
      expect([listing.name, isOpenable(listing) || Object.keys(listing.app).length > 0]).toEqual([listing.name, true])
  })

  test('`wc?uri=…` fits behind every link, and none tracks', () => {
    for (const { mobile, desktop, homepage, app } of listings) {
      const links = [mobile.native, mobile.universal, desktop.native, desktop.universal].filter(
        (link) => link !== undefined,
      )
      for (const link of links) {
        expect(link).toMatch(/\/$/)
        expect(link).not.toContain('#')
        expect(link).not.toMatch(/uri=/)
      }
      for (const link of [...links, homepage ?? '', ...Object.values(app)]) {
        expect(link).not.toMatch(/utm_|referrer=|adj_t|sng\.link|page\.link|go\.link|gnosis-safe\.io|google\.com\/?$/)
      }
    }
  })

  test('ids and names are unique', () => {
    expect(new Set(listings.map(({ id }) => id)).size).toBe(files.length)
    expect(new Set(listings.map(({ name }) => name.normalize('NFKC').toLowerCase())).size).toBe(files.length)
  })

  test('order: featured, then those that a link opens, then those that can only be installed', () => {
    expect(listings.slice(0, featuredIds.length).map(({ id }) => id)).toEqual(featuredIds)
    const openable = listings.map(isOpenable)
    expect(openable.lastIndexOf(true)).toBeLessThan(openable.indexOf(false))
    const rest = listings
      .slice(featuredIds.length)
      .filter(isOpenable)
      .map(({ name }) => name.toLowerCase())
    expect(rest).toEqual([...rest].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  })

  test('order: a wallet of the operator’s own relay comes before all others', () => {
    const own = parseListing({ id: 'own', name: 'Zulu', relays: ['wss://relay.example'] })
    expect(
      createUnsignedBundle([...listings, own])
        .listings.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['own', featuredIds[0]])
  })
})

describe('core’s built-in list', () => {
  const text = readFileSync(new URL('../../../core/src/wallets/listings.snapshot.ts', import.meta.url), 'utf8')

  test('is up to date with listings/ (else run packages/registry/src/writeSnapshot.ts)', () => {
    const { listings: bundled } = createUnsignedBundle(loadListings())
    expect(text).toBe(formatSnapshot(bundled))
    const browsers = new URL('../../../core/src/handoff/browserListings.snapshot.ts', import.meta.url)
    expect(readFileSync(browsers, 'utf8')).toBe(formatBrowserSnapshot(bundled))
  })

  test('holds well-known wallets that open by a link on phones, in at most 3 KB', () => {
    const featured = listings.slice(0, featuredIds.length)
    expect(featured.map(({ name }) => name).slice(0, 4)).toEqual([
      'MetaMask',
      'Trust Wallet',
      'Rainbow',
      'Coinbase Wallet',
    ])
    for (const { name, mobile } of featured)
      expect([name, mobile.native ?? mobile.universal]).toEqual([name, expect.any(String)])
    expect(gzipSync(text).length).toBeLessThanOrEqual(3072)
  })
})

describe('loadListings: refuses a bad folder with a code', () => {
  const quay = { id: 'quay', name: 'Quay' }
  function makeFolder(content: Readonly<Record<string, unknown>>): URL {
    const path = temporaryFolder()
    for (const [file, value] of Object.entries(content)) {
      writeFileSync(join(path, file), typeof value === 'string' ? value : JSON.stringify(value))
    }
    return pathToFileURL(`${path}/`)
  }

  test('reads a good folder, and ignores other files', () => {
    expect(loadListings(makeFolder({ 'quay.json': quay, 'README.md': 'x' })).map(({ id }) => id)).toEqual(['quay'])
  })

  test.each([
    ['a broken file', { 'quay.json': '{' }],
    ['no listing', { 'quay.json': [] }],
    ['another id than its name', { 'pier.json': quay }],
    ['a name that is no id', { 'Quay.json': quay }],
    ['two wallets of one name', { 'quay.json': quay, 'pier.json': { id: 'pier', name: 'ＱＵＡＹ' } }],
  ])('%s', (_, content) => {
    expect(() => loadListings(makeFolder(content))).toThrow(InvalidBundleError)
  })

  test('no folder', () => {
    expect(() => loadListings(new URL('missing/', makeFolder({})))).toThrow(InvalidBundleError)
  })
})
