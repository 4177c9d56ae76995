import { readFileSync } from 'node:fs'
import { formatListing, type ListingQuery, parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { RegistryUnavailableError } from '../errors.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createRegistryClient, sdk } from './client.ts'

const rainbow = parseListing({ id: 'rainbow', name: 'Rainbow', mobile: { native: 'rainbow://' } })
const query: ListingQuery = { page: 1, entries: 40, search: '', chains: ['eip155:1'], includeIds: [], excludeIds: [] }
const page = { listings: [formatListing(rainbow)], total: 1, page: 1 }
const never = new AbortController().signal

function createClient(
  answer: (url: string, init: RequestInit | undefined) => Response | Promise<Response>,
  projectId?: string,
) {
  const timers = createTimers()
  const asked: { url: URL; init: RequestInit | undefined }[] = []
  const client = createRegistryClient({
    registryUrl: 'https://registry.example/',
    registryKey: undefined,
    projectId,
    storage: { get: () => undefined, set() {}, remove() {} },
    now: timers.now,
    setTimer: timers.setTimer,
    fetch: async (input, init) => {
      asked.push({ url: new URL(String(input)), init })
      return answer(String(input), init)
    },
  })
  return { client, timers, asked }
}

const failing = async (answer: () => Response | Promise<Response>) => {
  const { client, timers } = createClient(answer)
  const error = await client.listings(query, never).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RegistryUnavailableError)
  // No work continues afterwards.
  expect(timers.open()).toBe(0)
  return error
}

test('L1 requests page, entries, search, version 2, chains, projectId, sdkType and sdkVersion', async () => {
  const { client, asked } = createClient(() => Response.json(page), 'project-1')
  const more = { ...query, page: 2, search: 'rain', chains: ['eip155:1', 'eip155:137'], excludeIds: ['a', 'b'] }
  expect(await client.listings(more, never)).toEqual({ listings: [rainbow], total: 1, page: 1 })
  expect(asked[0]?.url.pathname).toBe('/w3m/v1/getAllListings')
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
    page: '2',
    entries: '40',
    version: '2',
    search: 'rain',
    chains: 'eip155:1,eip155:137',
    excludedIds: 'a,b',
    projectId: 'project-1',
    sdkType: 'hawser',
    sdkVersion: sdk.version,
  })
  expect(asked[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' })
})

test('L1 sdkVersion is that of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(manifest).toMatchObject({ version: sdk.version })
})

test('L3 every failure of a registry is one coded error', async () => {
  const json = { 'content-type': 'application/json' }
  for (const answer of [
    () => Response.json({ code: 'internal_error', message: 'x' }, { status: 500 }),
    () => Response.json(page, { status: 403 }),
    () => new Response(null, { status: 204 }),
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    () => new Response(JSON.stringify(page)),
    () => new Response(JSON.stringify(page), { headers: { 'content-type': 'application/jsonp' } }),
    () => new Response('{', { headers: json }),
    () => new Response('', { headers: json }),
    () => new Response(new Uint8Array([0x22, 0xff, 0xfe, 0x22]), { headers: json }),
    () => Response.json([]),
    () => Response.json(null),
    () => Response.json({ listings: [] }),
    () => Response.json({ listings: 1, total: 'x' }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ])
    await failing(answer)
})

test('L3 the message says what happened and no more', async () => {
  const texts = await Promise.all([
    failing(() => Response.json({ message: '<b>secret</b>' }, { status: 500 })),
    failing(() => Promise.reject(new TypeError('Failed to fetch'))),
  ])
  expect(texts.map(String)).toEqual([
    'RegistryUnavailableError: The list of wallets could not be loaded. The registry answered HTTP 500.',
    'RegistryUnavailableError: The list of wallets could not be loaded.',
  ])
})

test('T-100 cuts an endless answer at 2 MiB, and releases its stream', async () => {
  let sent = 0
  let isCancelled = false
  await failing(
    () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            sent += 65_536
            controller.enqueue(new Uint8Array(65_536).fill(0x20))
          },
          cancel() {
            isCancelled = true
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
  )
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(3 * 1024 * 1024)
})

test.each([
  ['never answers', () => new Promise<Response>(() => {})],
  [
    'never finishes',
    () => new Response(new ReadableStream({ start() {} }), { headers: { 'content-type': 'application/json' } }),
  ],
] as const)('gives up on a registry that %s after 5 s, even if fetch ignores its signal', async (_, answer) => {
  const { client, timers } = createClient(answer)
  const asking = client.listings(query, never)
  const settled = asking.then(
    () => 'answered',
    (error: unknown) => String(error),
  )
  await timers.advance(4_999)
  expect(timers.open()).toBe(1)
  await timers.advance(1)
  expect(await settled).toContain('No answer within 5 seconds.')
  expect(timers.open()).toBe(0)
})

test('aborting ends the wait', async () => {
  const { client, timers } = createClient(() => new Promise<Response>(() => {}))
  const abort = new AbortController()
  const asking = client.listings(query, abort.signal)
  abort.abort()
  await expect(asking).rejects.toBeInstanceOf(RegistryUnavailableError)
  await expect(client.listings(query, abort.signal)).rejects.toBeInstanceOf(RegistryUnavailableError)
  expect(timers.open()).toBe(0)
})

test('T-100 gives up on one listing of 100 MB after 2 MiB', async () => {
  let sent = 0
  const encoder = new TextEncoder()
  const error = await failing(
    () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(encoder.encode('{"listings":[{"id":"big","name":"'))
          },
          pull(controller) {
            sent += 1024 * 1024
            controller.enqueue(new Uint8Array(1024 * 1024).fill(0x61))
            if (sent < 100 * 1024 * 1024) return
            controller.enqueue(encoder.encode('"}],"total":1}'))
            controller.close()
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
  )
  expect(String(error)).toContain('The answer is larger than 2097152 bytes.')
  expect(sent).toBeLessThanOrEqual(4 * 1024 * 1024)
})

test('T-100 skips fields over their limits and listings without a name; 100 a page', async () => {
  const long = 'x'.repeat(300)
  const over = {
    id: 'over',
    name: 'Over',
    image_id: 'i'.repeat(65),
    homepage: `https://over.example/${'x'.repeat(2048)}`,
    app: { ios: `https://apps.apple.com/${'x'.repeat(2048)}`, __proto__: { android: 'https://play.google.com/' } },
    mobile: { native: `over://${long}`, universal: `https://over.example/${'x'.repeat(2048)}` },
    desktop: { native: 7, universal: ['https://over.example'] },
    chains: [...Array.from({ length: 1000 }, (_, index) => `eip155:${index}`), long, 7, null],
    rdns: `com.${long}`,
    [long]: long,
  }
  const { client } = createClient(() =>
    Response.json({
      listings: [
        over,
        { ...over, id: 'o'.repeat(65) },
        { ...over, id: 'long-name', name: 'n'.repeat(65) },
        ...Array.from({ length: 200 }, (_, index) => ({ id: `w${index}`, name: `Wallet ${index}` })),
      ],
      total: 203,
    }),
  )
  const { listings } = await client.listings(query, never)
  const none = { native: undefined, universal: undefined }
  expect(listings[0]).toEqual({
    ...{ id: 'over', name: 'Over', imageId: undefined, homepage: undefined, app: {}, mobile: none, desktop: none },
    chains: Array.from({ length: 256 }, (_, index) => `eip155:${index}`),
    rdns: undefined,
  })
  expect(listings.map(({ id }) => id).slice(1, 3)).toEqual(['w0', 'w1'])
  // The first hundred listings, of which two were malformed.
  expect(listings).toHaveLength(98)
})

test('single invalid listings do not empty the list', async () => {
  const { client } = createClient(() =>
    Response.json({ listings: [{ id: '../x', name: 'X' }, formatListing(rainbow), null], total: 3, page: 1 }),
  )
  expect((await client.listings(query, never)).listings).toEqual([rainbow])
})
