import { formatListing, type Listing, type ListingQuery, parseListing } from '@hawser/wire'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RegistryUnavailableError, RegistryUntrustedError } from '../errors.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createRegistryClient } from './client.ts'
import { createTestBundle, keyOf, serveTestRegistry, spoil, type TestFiles } from './signed.fixture.ts'

const many = (count: number): readonly Listing[] =>
  Array.from({ length: count }, (_, index) =>
    parseListing({ id: `w${index}`, name: `Wallet ${index}`, chains: [index % 2 === 0 ? 'eip155' : 'solana'] }),
  )
const query: ListingQuery = { page: 1, entries: 40, search: '', chains: [], includeIds: [], excludeIds: [] }
const never = new AbortController().signal

/** Creates a client of a registry of plain files. */
function create(files: TestFiles, { registryKey, answer }: { registryKey?: string; answer?: () => Response } = {}) {
  const timers = createTimers()
  const { fetch, asked } = serveTestRegistry(files, answer)
  const client = createRegistryClient({
    registryUrl: 'https://registry.example/wallets/',
    projectId: undefined,
    registryKey,
    storage: { get: () => undefined, set() {}, remove() {} },
    now: timers.now,
    setTimer: timers.setTimer,
    fetch: (input, init) => fetch(String(input).replace('/wallets/', '/'), init),
  })
  const idsOf = async (more: Partial<ListingQuery>) =>
    (await client.listings({ ...query, ...more }, never)).listings.map(({ id }) => id)
  const pagesAsked = () => asked.filter((path) => path.startsWith('/v1/pages/')).length
  return { client, timers, asked, idsOf, pagesAsked }
}

function unreadable(): never {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['404', undefined],
  ['a page of HTML for every path', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['403 in XML', () => new Response('<Error/>', { status: 403, headers: { 'content-type': 'application/xml' } })],
  ['404 in JSON', () => Response.json({ message: 'Not Found' }, { status: 404 })],
  // An answer without a CORS header, or a redirect to another address.
  ['something that a browser does not let the page read', unreadable],
])('a file host that says %s: reads the bundle, and uses no service again', async (_, answer) => {
  const { client, asked, timers } = create(createTestBundle(many(3)), answer === undefined ? {} : { answer })
  expect(client.imageUrlOf('abc')).toBe('https://registry.example/wallets/w3m/v1/getWalletImage/abc')
  expect(await client.listings(query, never)).toEqual({ listings: many(3), total: 3, page: 1 })
  await client.listings(query, never)
  expect(asked.map((path) => path.replace(/[0-9a-f]{64}/, '#'))).toEqual([
    '/w3m/v1/getAllListings',
    '/v1/manifest.json',
    '/v1/pages/#.json',
  ])
  expect(client.imageUrlOf('abc')).toBe('https://registry.example/wallets/v1/images/abc/md.webp')
  expect(timers.open()).toBe(0)
})

test('fetches pages as needed, each once, and knows the end exactly', async () => {
  const { client, pagesAsked, idsOf } = create(createTestBundle(many(250)))
  expect(await client.listings(query, never)).toMatchObject({ total: 250, page: 1 })
  expect(pagesAsked()).toBe(1)
  expect((await idsOf({ page: 2 })).at(-1)).toBe('w79')
  expect(pagesAsked()).toBe(1)
  expect(await idsOf({ page: 3 })).toEqual(Array.from({ length: 40 }, (_, index) => `w${80 + index}`))
  expect(pagesAsked()).toBe(2)
  expect(await idsOf({ page: 7 })).toHaveLength(10)
  expect(await idsOf({ page: 8 })).toEqual([])
  expect(pagesAsked()).toBe(3)
})

test('handles chains, excluded and recommended wallets as a service does', async () => {
  const { client, idsOf, pagesAsked } = create(createTestBundle(many(250)))
  expect(await idsOf({ entries: 3, excludeIds: ['w0', 'w2'] })).toEqual(['w1', 'w3', 'w4'])
  expect(await idsOf({ entries: 3, chains: ['solana:mainnet'] })).toEqual(['w1', 'w3', 'w5'])
  expect(await idsOf({ entries: 2, chains: ['eip155:10', 'cosmos:hub'] })).toEqual(['w0', 'w2'])
  expect(await idsOf({ chains: ['cosmos:hub'] })).toEqual([])
  // Listings on the last page are found, in the requested order; unknown ids are omitted.
  expect(await idsOf({ includeIds: ['w249', 'nobody', 'w3', 'w249'] })).toEqual(['w249', 'w3'])
  expect(pagesAsked()).toBe(3)
  const { total } = await client.listings({ ...query, chains: ['solana'] }, never)
  expect(total).toBe(125)
})

test('the total is an upper bound until all is loaded', async () => {
  const { client } = create(createTestBundle(many(250)))
  const { total } = await client.listings({ ...query, chains: ['solana'] }, never)
  expect(total).toBe(50 + 150)
})

test('a search loads the rest, and finds names, rdns and homepages, the best first', async () => {
  const named = [
    ['my-rain', 'My Rain'],
    ['brainy', 'Brainy'],
    ['rainbow', 'Rainbow'],
    ['rain', 'Ráin'],
    ['by-rdns', 'Other', { rdns: 'me.rainbow' }],
    ['by-home', 'Another', { homepage: 'https://rain.example/' }],
    ['by-path', 'Nothing', { homepage: 'https://example.com/rain' }],
  ] as const
  const listings = [...many(120), ...named.map(([id, name, more]) => parseListing({ id, name, ...more }))]
  const { idsOf, pagesAsked } = create(createTestBundle(listings))
  expect(await idsOf({ search: ' RAIN ' })).toEqual(['rain', 'rainbow', 'my-rain', 'brainy', 'by-rdns', 'by-home'])
  expect(pagesAsked()).toBe(2)
  expect(await idsOf({ search: 'rain', excludeIds: ['rain'], entries: 2 })).toEqual(['rainbow', 'my-rain'])
  expect(await idsOf({ search: 'rain', entries: 2, page: 2 })).toEqual(['my-rain', 'brainy'])
  expect(await idsOf({ search: 'ｗａｌｌｅｔ  119' })).toEqual(['w119'])
  expect(await idsOf({ search: 'nowhere' })).toEqual([])
  expect(await idsOf({ search: '\u0301' })).toEqual([])
})

test('the best match comes first, wherever it is', async () => {
  const { idsOf } = create(createTestBundle([...many(250), parseListing({ id: 'best', name: 'Wallet' })]))
  expect(await idsOf({ search: 'wallet', entries: 2 })).toEqual(['best', 'w0'])
})

test('the total at the end is the number found, with any manifest', async () => {
  const { client } = create(createTestBundle(many(3), { total: 90 }))
  expect(await client.listings(query, never)).toMatchObject({ total: 3 })
})

test('a broken service is not mistaken for a file host', async () => {
  for (const status of [429, 500, 502, 503]) {
    const { client, asked } = create(createTestBundle(many(3)), { answer: () => new Response('<html>', { status }) })
    await expect(client.listings(query, never)).rejects.toThrow(`The registry answered HTTP ${status}.`)
    expect(asked).toEqual(['/w3m/v1/getAllListings'])
  }
})

test('a service that answered once is not mistaken for files when the network fails', async () => {
  let answer = () => Response.json({ listings: [], total: 0, page: 1 })
  const { client, asked } = create(createTestBundle(many(3)), { answer: () => answer() })
  expect((await client.listings(query, never)).listings).toEqual([])
  answer = unreadable
  await expect(client.listings(query, never)).rejects.toBeInstanceOf(RegistryUnavailableError)
  expect(asked).toEqual(['/w3m/v1/getAllListings', '/w3m/v1/getAllListings'])
})

test('F-L3 a failing network is named, and the next request may find a service', async () => {
  let answer: () => Response = unreadable
  const { client, asked, timers } = create(new Map(), { answer: () => answer() })
  await expect(client.listings(query, never)).rejects.toThrow(/^The list of wallets could not be loaded\.$/)
  expect(asked).toEqual(['/w3m/v1/getAllListings', '/v1/manifest.json'])
  answer = () => Response.json({ listings: many(1).map(formatListing), total: 1, page: 1 })
  expect((await client.listings(query, never)).listings).toEqual(many(1))
  expect(timers.open()).toBe(0)
})

test('an unreadable service answer does not indicate files', async () => {
  const json = { headers: { 'content-type': 'application/json' } }
  const { client, asked } = create(createTestBundle(many(3)), {
    answer: () => new Response(new Uint8Array([0x22, 0xff, 0xfe, 0x22]), json),
  })
  await expect(client.listings(query, never)).rejects.toBeInstanceOf(RegistryUnavailableError)
  expect(asked).toEqual(['/w3m/v1/getAllListings'])
})

test('an empty registry has no wallets and no failure', async () => {
  expect(await create(createTestBundle([])).client.listings(query, never)).toEqual({ listings: [], total: 0, page: 1 })
})

test('neither a service nor files: the failure is the service’s, with its code', async () => {
  const { client, timers } = create(new Map())
  const asking = client.listings(query, never)
  await expect(asking).rejects.toBeInstanceOf(RegistryUnavailableError)
  await expect(asking).rejects.toThrow('The registry answered HTTP 404.')
  expect(timers.open()).toBe(0)
})

test('a failed page is a failure, and is requested again', async () => {
  const files = createTestBundle(many(150))
  const [, second] = [...files].filter(([path]) => path.startsWith('v1/pages/'))
  if (second === undefined) throw new Error('no second page')
  files.delete(second[0])
  const { client, idsOf } = create(files)
  expect(await idsOf({ page: 2 })).toHaveLength(40)
  await expect(client.listings({ ...query, page: 3 }, never)).rejects.toBeInstanceOf(RegistryUnavailableError)
  await expect(client.listings({ ...query, search: 'wallet 149' }, never)).rejects.toBeInstanceOf(
    RegistryUnavailableError,
  )
  files.set(...second)
  expect(await idsOf({ page: 3 })).toHaveLength(40)
  expect(await idsOf({ search: 'wallet 149' })).toEqual(['w149'])
})

test('pages that arrived beside a failed one are not requested again', async () => {
  const files = createTestBundle(many(50), { pageEntries: 10 })
  const second = [...files].filter(([path]) => path.startsWith('v1/pages/'))[1]
  if (second === undefined) throw new Error('no second page')
  files.delete(second[0])
  const { client, pagesAsked, idsOf } = create(files)
  expect(await idsOf({ entries: 10 })).toHaveLength(10)
  await expect(client.listings({ ...query, search: 'wallet' }, never)).rejects.toBeInstanceOf(RegistryUnavailableError)
  expect(pagesAsked()).toBe(5)
  files.set(...second)
  expect(await idsOf({ search: 'wallet 49' })).toEqual(['w49'])
  expect(pagesAsked()).toBe(6)
})

describe.each([
  ['unsigned', undefined],
  ['signed', keyOf('registry')],
] as const)('a release that keeps no page of the previous one: %s', (_, registryKey) => {
  function open() {
    const files = createTestBundle(many(250))
    const world = create(files, registryKey === undefined ? {} : { registryKey })
    const release = (version: number, more: Parameters<typeof createTestBundle>[1] = {}) => {
      for (const path of [...files.keys()]) files.delete(path)
      for (const [path, bytes] of createTestBundle(listOf(version), { version, ...more })) files.set(path, bytes)
    }
    const manifestsAsked = () => world.asked.filter((path) => path === '/v1/manifest.json').length
    return { ...world, files, release, manifestsAsked }
  }
  const listOf = (version: number) => many(250).map((listing) => ({ ...listing, name: `${listing.name} v${version}` }))

  test('requests the manifest again, and uses its list', async () => {
    const { client, release, manifestsAsked, idsOf } = open()
    expect(await idsOf({})).toHaveLength(40)
    release(2)
    const { listings, total } = await client.listings({ ...query, page: 3 }, never)
    expect(listings).toEqual(listOf(2).slice(80, 120))
    expect(total).toBe(250)
    expect(await idsOf({ search: 'wallet 249 v2' })).toEqual(['w249'])
    expect(manifestsAsked()).toBe(2)
  })

  test('the first time at once, then once a minute at most', async () => {
    const { client, timers, release, manifestsAsked, idsOf } = open()
    await idsOf({})
    release(2)
    await idsOf({ page: 3 })
    release(3)
    await timers.advance(59_999)
    await expect(idsOf({ page: 7 })).rejects.toThrow(/A (page|file) is missing/)
    await timers.advance(1)
    expect((await client.listings({ ...query, page: 7 }, never)).listings).toEqual(listOf(3).slice(240))
    expect(manifestsAsked()).toBe(3)
    expect(timers.open()).toBe(0)
  })

  test('if the new manifest fails, the next request asks for it again', async () => {
    const { client, files, release, idsOf } = open()
    await idsOf({})
    release(2)
    const manifest = files.get('v1/manifest.json') ?? new Uint8Array()
    files.delete('v1/manifest.json')
    await expect(idsOf({ page: 3 })).rejects.toThrow()
    files.set('v1/manifest.json', manifest)
    expect((await client.listings({ ...query, page: 3 }, never)).listings).toEqual(listOf(2).slice(80, 120))
  })

  test('does not fetch unchanged pages again', async () => {
    const { files, pagesAsked, idsOf } = open()
    await idsOf({})
    for (const path of [...files.keys()]) files.delete(path)
    const next = [...many(200), ...listOf(2).slice(200)]
    for (const [path, bytes] of createTestBundle(next, { version: 2 })) files.set(path, bytes)
    expect(await idsOf({ search: 'v2' })).toHaveLength(40)
    // The first page, then two pages of which one was gone, then the new third page.
    expect(pagesAsked()).toBe(4)
  })
})

test.each([
  ['a search', { search: 'wallet 2399' }],
  ['a chain that the last page has', { chains: ['cosmos'] }],
])('checks each wallet twice at most, with any number of loaded pages: %s', async (_, more) => {
  const looked = vi.spyOn(String.prototype, 'search' in more ? 'normalize' : 'startsWith')
  onTestFinished(() => looked.mockRestore())
  const last = parseListing({ id: 'last', name: 'Wallet 2399', chains: ['cosmos'] })
  const files = createTestBundle([...many(2399), last])
  looked.mockClear()
  expect(await create(files).idsOf(more)).toContain('last')
  const own = looked.mock.contexts.filter((text) => /^(Wallet \d+|cosmos|eip155|solana)$/.test(String(text)))
  // Chains match in either direction.
  expect(own.length).toBeLessThanOrEqual(2 * 2 * 2400)
})

test('T-100 T-15 a page with foreign items, too many, or without end', async () => {
  const files = createTestBundle(many(2))
  const path = [...files.keys()].find((name) => name.startsWith('v1/pages/')) ?? ''
  const serve = (value: unknown) =>
    files.set(path, new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))
  const good = formatListing(parseListing({ id: 'good', name: 'Good' }))
  serve({
    listings: [null, 7, { id: '../x', name: 'X' }, { ...good, polluted: true }],
    ['__proto__']: { polluted: true },
  })
  expect(await create(files).idsOf({})).toEqual(['good'])
  serve({ listings: Array.from({ length: 101 }, (_, index) => ({ ...good, id: `g${index}` })) })
  expect((await create(files).client.listings({ ...query, entries: 100, page: 2 }, never)).listings).toEqual([])
  for (const bad of ['{', '[]', '{}', `{"listings":[${' '.repeat(3 * 1024 * 1024)}]}`]) {
    serve(bad)
    await expect(create(files).client.listings(query, never), bad.slice(0, 20)).rejects.toBeInstanceOf(
      RegistryUnavailableError,
    )
  }
  expect({}).not.toHaveProperty('polluted')
})

describe('T-104 signed files', () => {
  const registryKey = keyOf('registry')

  test('are verified by their hashes: no digests are fetched', async () => {
    const { client, asked } = create(createTestBundle(many(120)), { registryKey })
    expect((await client.listings({ ...query, search: 'wallet 119' }, never)).listings).toHaveLength(1)
    expect(asked.map((path) => path.replace(/[0-9a-f]{64}/, '#'))).toEqual([
      '/v1/manifest.json',
      '/w3m/v1/getAllListings',
      '/v1/pages/#.json',
      '/v1/pages/#.json',
    ])
  })

  test('are found behind a host that hides every other file', async () => {
    const { client } = create(createTestBundle(many(3)), { registryKey, answer: unreadable })
    expect((await client.listings(query, never)).listings).toEqual(many(3))
    const forged = create(createTestBundle(many(3), { signer: 'other' }), { registryKey, answer: unreadable })
    await expect(forged.client.listings(query, never)).rejects.toBeInstanceOf(RegistryUntrustedError)
  })

  test('does not use a page with a changed byte, or one in another’s place', async () => {
    const files = createTestBundle(many(120))
    spoil(files, /^v1\/pages\//)
    await expect(create(files, { registryKey }).client.listings(query, never)).rejects.toBeInstanceOf(
      RegistryUntrustedError,
    )
    const swapped = createTestBundle(many(120))
    const [first, second] = [...swapped].filter(([path]) => path.startsWith('v1/pages/'))
    if (first === undefined || second === undefined) throw new Error('no two pages')
    swapped.set(first[0], second[1])
    await expect(create(swapped, { registryKey }).client.listings(query, never)).rejects.toBeInstanceOf(
      RegistryUntrustedError,
    )
    // Without a pinned key the pages are not checked.
    expect(await create(swapped).idsOf({ entries: 1 })).toEqual(['w100'])
  })

  test('a missing page, a foreign manifest', async () => {
    const files = createTestBundle(many(3))
    for (const path of [...files.keys()]) if (path.startsWith('v1/pages/')) files.delete(path)
    await expect(create(files, { registryKey }).client.listings(query, never)).rejects.toThrow('A file is missing')
    const other = create(createTestBundle(many(3), { signer: 'other' }), { registryKey })
    await expect(other.client.listings(query, never)).rejects.toBeInstanceOf(RegistryUntrustedError)
    expect(other.asked).toEqual(['/v1/manifest.json', '/w3m/v1/getAllListings'])
  })
})
