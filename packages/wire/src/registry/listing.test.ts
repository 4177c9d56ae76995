import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatListing,
  formatListingQuery,
  InvalidListingError,
  listingLimits,
  parseListing,
  parseListingPage,
  parseListingQuery,
} from '../index.ts'

const raw = {
  id: 'quay',
  name: 'Quay Wallet',
  image_id: 'quay',
  homepage: 'https://quay.example/',
  app: {
    ios: 'https://apps.apple.com/app/quay/id1',
    android: 'https://play.google.com/store/apps/details?id=q',
    mac: 'https://quay.example/mac',
  },
  mobile: { native: 'quay://', universal: 'https://quay.example/app/' },
  desktop: { native: 'quay-desktop://open/', universal: 'https://web.quay.example/' },
  chains: ['eip155', 'eip155:1'],
  rdns: 'example.quay',
}

function refused(run: () => unknown): void {
  expect(run).toThrow(InvalidListingError)
}

test('a listing may have further rdns; drops malformed ones, and an empty list', () => {
  const other_rdns = ['example.quay.mobile', 7, 'a b', null, ...Array(20).fill('example.quay.late')]
  const listing = parseListing({ ...raw, other_rdns })
  expect(listing.otherRdns).toHaveLength(listingLimits.otherRdns)
  expect(listing.otherRdns?.slice(0, 2)).toEqual(['example.quay.mobile', 'example.quay.late'])
  expect(parseListing(formatListing(listing))).toEqual(listing)
  for (const none of [undefined, null, [], 'example.quay.mobile', [7]]) {
    const plain = parseListing({ ...raw, other_rdns: none })
    expect(plain).toEqual(parseListing(raw))
    expect(formatListing(plain)).not.toHaveProperty('other_rdns')
  }
})

test('a listing may name an operator’s own relays; drops malformed ones, and an empty list', () => {
  const relays = ['wss://Relay.example:443/', 7, 'https://relay.example', ...Array(20).fill('ws://localhost:4402')]
  const listing = parseListing({ ...raw, relays })
  expect(listing.relays).toHaveLength(listingLimits.relays)
  expect(listing.relays?.slice(0, 2)).toEqual(['wss://relay.example', 'ws://localhost:4402'])
  expect(parseListing(formatListing(listing))).toEqual(listing)
  for (const none of [undefined, null, [], 'wss://relay.example', [7], ['relay.example']]) {
    const plain = parseListing({ ...raw, relays: none })
    expect(plain).toEqual(parseListing(raw))
    expect(formatListing(plain)).not.toHaveProperty('relays')
  }
})

describe('T-13: names', () => {
  test.each([
    ['Meta\u200bMask', 'MetaMask'],
    ['\u202eksaMateM\u202c', 'ksaMateM'],
    ['\u2066Trust\u2069 Wallet', 'Trust Wallet'],
    ['Meta\u00adMask\ufeff', 'MetaMask'],
    ['Ｍｅｔａ　Ｍａｓｋ', 'Meta Mask'],
    ['Trust\u00a0 \u3000Wallet', 'Trust Wallet'],
    ['Meta\u3164Mask\u115f\u034f\u2800', 'MetaMask'],
    ['Meta\ud800Mask', 'MetaMask'],
    ['Meta\u0000\u0007\u009fMask\u2028\u2029', 'MetaMask'],
    ['\u{e0001}\u{e0041}Zerion', 'Zerion'],
  ])('shows %j as %j', (name, shown) => {
    expect(parseListing({ ...raw, name }).name).toBe(shown)
  })

  test('refuses a name without visible letters, one that is too long, and a non-text', () => {
    const names = [
      '',
      ' ',
      '\u200b\u202e',
      '\u3164',
      'a'.repeat(65),
      'a'.repeat(5_000_000),
      '\ufdfa'.repeat(10),
      1,
      null,
      {},
      ['a'],
    ]
    for (const name of names) refused(() => parseListing({ ...raw, name }))
  })

  test('any text: refused, or a normalised name within its length and free of invisible letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        let name: string
        try {
          name = parseListing({ ...raw, name: text }).name
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidListingError)
          return
        }
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
        expect(name.length).toBeLessThanOrEqual(listingLimits.nameLength)
        expect(name).toBe(name.trim())
      }),
      { numRuns: runs(20_000) },
    )
  })
})

test.each([
  [{ native: 'quay:' }, { native: 'quay://', universal: undefined }],
  [{ native: 'Quay://' }, { native: 'quay://', universal: undefined }],
  [{ native: 'quay:/' }, { native: 'quay://', universal: undefined }],
  [
    { native: 'https://quay.example/app', universal: 'quay:' },
    { native: 'quay://', universal: 'https://quay.example/app' },
  ],
  [
    { native: 'https://quay.example/app', universal: '' },
    { native: undefined, universal: 'https://quay.example/app' },
  ],
  [
    { native: 'https://quay.example/a', universal: 'https://quay.example/b' },
    { native: undefined, universal: 'https://quay.example/b' },
  ],
  [
    { native: 'javascript:', universal: 'JavaScript://alert(1)' },
    { native: undefined, universal: undefined },
  ],
])('F40 the links %j, as registries write them, are read as %j', (links, read) => {
  const listing = parseListing({ ...raw, mobile: links, desktop: links })
  expect([listing.mobile, listing.desktop]).toEqual([read, read])
})

describe('T-15: prototype pollution', () => {
  const polluted = '{"polluted":"yes","native":"quay://","ios":"https://apps.apple.com/app/evil"}'
  const base = JSON.stringify(raw)
  const atEveryDepth = [
    ['__proto__ at the top', base.replace('{', `{"__proto__":${polluted},`)],
    ['constructor.prototype at the top', base.replace('{', `{"constructor":{"prototype":${polluted}},`)],
    ['__proto__ in app', base.replace('"app":{', `"app":{"__proto__":${polluted},`)],
    ['constructor.prototype in app', base.replace('"app":{', `"app":{"constructor":{"prototype":${polluted}},`)],
    ['__proto__ in mobile', base.replace('"mobile":{', `"mobile":{"__proto__":${polluted},`)],
    [
      '__proto__ in desktop',
      base.replace('"desktop":{', `"desktop":{"prototype":${polluted},"__proto__":${polluted},`),
    ],
    [
      '__proto__ in chains',
      base.replace('"chains":[', `"chains":[{"__proto__":${polluted}},["__proto__"],"__proto__","constructor",`),
    ],
    [
      'rdns that cannot become text',
      base.replace('"rdns":"example.quay"', `"rdns":{"__proto__":${polluted},"toString":1,"valueOf":1}`),
    ],
  ]

  test.each(atEveryDepth)('%s changes nothing', (_, json) => {
    const listing = parseListing(JSON.parse(json))
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Object.keys(listing).sort()).toEqual(Object.keys(parseListing(raw)).sort())
    expect(Object.getPrototypeOf(listing)).toBe(Object.prototype)
    expect(Reflect.get(listing, 'polluted')).toBeUndefined()
    expect(listing.app).toEqual(parseListing(raw).app)
    expect(listing.mobile).toEqual(raw.mobile)
    expect(listing.desktop).toEqual(raw.desktop)
  })

  test('ignores inherited fields', () => {
    refused(() => parseListing(JSON.parse(`{"__proto__":${base}}`)))
    const page = parseListingPage(JSON.parse(`{"__proto__":{"x":1},"listings":{"__proto__":${base}},"total":1}`))
    expect(page.listings.map(({ id }) => id)).toEqual(['quay'])
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })
})

describe('T-100: malformed and oversized listings', () => {
  test('refuses a malformed listing with a code', () => {
    for (const value of [undefined, null, 1, 'x', [], [raw], {}, { ...raw, id: undefined }])
      refused(() => parseListing(value))
    for (const id of ['', 'A', 'a/b', '..', 'a'.repeat(65), '-a', 'a\n', 'ä', 1, ['a']])
      refused(() => parseListing({ ...raw, id }))
  })

  test('any JSON value: a listing, or InvalidListingError', () => {
    const fields = fc.record(
      {
        id: fc.constantFrom('a', 'b-1'),
        name: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
        image_id: fc.jsonValue(),
        app: fc.jsonValue(),
        mobile: fc.jsonValue(),
        chains: fc.jsonValue(),
        rdns: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fields), (value) => {
        try {
          parseListing(value)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidListingError)
        }
      }),
      { numRuns: runs(5_000) },
    )
  })

  test('chains, image id and rdns keep only well-formed values', () => {
    const listing = parseListing({
      ...raw,
      image_id: '../x',
      chains: ['eip155', 'x y', 1, null, 'EIP155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      rdns: '<b>',
    })
    expect(listing).toMatchObject({
      imageId: undefined,
      chains: ['eip155', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      rdns: undefined,
    })
    expect(parseListing({ ...raw, chains: Array.from({ length: 10_000 }, () => 'eip155') }).chains).toHaveLength(256)
  })

  test('D2: a page has listings, total and page; one bad listing leaves the rest; at most 100', () => {
    const page = parseListingPage({ listings: [{}, raw, null, { ...raw, id: 'x' }], total: 4, page: 2 })
    expect(page.listings.map(({ id }) => id)).toEqual(['quay', 'x'])
    expect([page.total, page.page]).toEqual([4, 2])
    const long = parseListingPage({
      listings: Array.from({ length: 500 }, (_, id) => ({ ...raw, id: `${id}` })),
      total: 500,
    })
    expect(long.listings).toHaveLength(listingLimits.maxEntries)
  })

  test('refuses a malformed page', () => {
    for (const value of [
      null,
      [],
      {},
      { listings: [] },
      { total: 1 },
      { listings: [], total: -1 },
      { listings: [], total: '1' },
    ]) {
      refused(() => parseListingPage(value))
    }
  })
})

test('D1: a listing survives formatListing and parseListing', () => {
  const listing = parseListing(raw)
  expect(listing).toMatchObject({
    id: 'quay',
    name: 'Quay Wallet',
    imageId: 'quay',
    app: raw.app,
    rdns: 'example.quay',
  })
  expect(parseListing(JSON.parse(JSON.stringify(formatListing(listing))))).toEqual(listing)
  const bare = parseListing({ id: 'a', name: 'A' })
  expect(parseListing(JSON.parse(JSON.stringify(formatListing(bare))))).toEqual(bare)
})

test('L1: a query survives formatListingQuery and parseListingQuery', () => {
  const query = {
    page: 2,
    entries: 40,
    search: 'meta & mask',
    chains: ['eip155:1', 'solana'],
    includeIds: ['a'],
    excludeIds: ['b', 'c'],
  }
  const params = formatListingQuery(query)
  expect(params.get('version')).toBe('2')
  expect(params.get('chains')).toBe('eip155:1,solana')
  expect(parseListingQuery(new URLSearchParams(params.toString()))).toEqual(query)
  expect(parseListingQuery(new URLSearchParams())).toMatchObject({ page: 1, entries: 40, search: '', chains: [] })
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e3',
  'page=x',
  'page=99999999',
  'entries=0',
  'entries=101',
  `search=${'a'.repeat(65)}`,
  'chains=not a chain',
  'recommendedIds=../x',
  'excludedIds=A',
])('refuses a query with %s', (text) => {
  refused(() => parseListingQuery(new URLSearchParams(text)))
})
