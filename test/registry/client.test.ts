import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, createBundle, createRegistry, loadListings, writeBundle } from '@hawser/registry'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { type ListingQuery, parseSignedManifest } from '@hawser/wire'
import { expect, test } from 'vitest'
import { RegistryUntrustedError } from '../../packages/core/src/errors.ts'
import { createRegistryClient } from '../../packages/core/src/registry/client.ts'

// A page's client and a running registry, with the listed wallets: both ends agree on every signed byte.
const now = 1_800_000_000_000
const day = 24 * 60 * 60 * 1000
const signingKey = randomBytes(32)
const query: ListingQuery = { page: 1, entries: 40, search: '', chains: [], includeIds: [], excludeIds: [] }
const never = new AbortController().signal

const bundleOf = (more: Partial<Parameters<typeof createBundle>[0]> = {}): Bundle =>
  createBundle({
    ...{ listings: loadListings(), images: new Map(), version: 5, signingKey },
    ...{ createdAt: now - day, expiresAt: now + day, ...more },
  })
const keyOf = ({ manifestJson }: Bundle) => parseSignedManifest(JSON.parse(manifestJson)).publicKey ?? ''

/** Creates a client that pins the key of `signed`. `serve` answers for its registry. */
function clientOf(signed: Bundle, serve: (request: Request) => Promise<Response>) {
  return createRegistryClient({
    registryUrl: 'https://registry.example',
    registryKey: keyOf(signed),
    projectId: undefined,
    storage: { get: () => undefined, set() {}, remove() {} },
    now: () => now,
    setTimer: () => () => {},
    fetch: (input, init) => serve(new Request(String(input), { method: init?.method ?? 'GET' })),
  })
}

/** Serves a folder as static files. */
function hostOf(folder: string): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const file = join(folder, new URL(url).pathname)
    return existsSync(file) ? new Response(readFileSync(file)) : new Response('<h1>404</h1>', { status: 404 })
  }
}

async function readAll(client: ReturnType<typeof clientOf>) {
  const pages = []
  for (let page = 1; page <= 10; page += 1) pages.push((await client.listings({ ...query, page }, never)).listings)
  return pages.flat()
}

test('T-104 every listed wallet passes, from the service and from its files, in order', async () => {
  const bundle = bundleOf()
  expect(bundle.listings.length).toBeGreaterThan(50)
  const service = clientOf(bundle, createRegistry({ bundle }).fetch)
  expect(await readAll(service)).toEqual(bundle.listings)

  const folder = temporaryFolder()
  writeBundle(bundle, folder)
  const files = clientOf(bundle, hostOf(folder))
  expect(await readAll(files)).toEqual(bundle.listings)

  for (const asked of [
    { search: 'metamask' },
    { search: 'rainbow' },
    { chains: ['eip155:1'] },
    { chains: ['eip155'] },
    { includeIds: bundle.listings.slice(5, 9).map(({ id }) => id) },
    { excludeIds: bundle.listings.slice(0, 3).map(({ id }) => id) },
  ]) {
    const [ofService, ofFiles] = await Promise.all(
      [service, files].map((client) => client.listings({ ...query, ...asked }, never)),
    )
    expect(ofService?.listings.length, JSON.stringify(asked)).toBeGreaterThan(0)
    // A service also finds misspelled words, so it returns more results.
    const first = 'search' in asked ? 1 : 40
    expect(ofFiles?.listings.slice(0, first), JSON.stringify(asked)).toEqual(ofService?.listings.slice(0, first))
  }
})

test('T-104 does not believe a registry signed by another key, or expired', async () => {
  const pinned = bundleOf()
  for (const bundle of [bundleOf({ signingKey: randomBytes(32) }), bundleOf({ expiresAt: now })]) {
    const client = clientOf(pinned, createRegistry({ bundle }).fetch)
    await expect(client.listings(query, never)).rejects.toBeInstanceOf(RegistryUntrustedError)
  }
})

test('T-104 drops a wallet in the service’s answer that is not signed', async () => {
  const pinned = bundleOf()
  const [first] = pinned.listings
  if (first === undefined) throw new Error('nothing is listed')
  const evil = { ...first, id: 'evil', name: 'Metamask', mobile: { native: 'evil://', universal: undefined } }
  const forged = createRegistry({ bundle: bundleOf({ listings: [...pinned.listings, evil] }) })
  const honest = createRegistry({ bundle: pinned })
  // The signed files come from the pinned bundle, the other responses from a different registry.
  const serve = (request: Request) => (request.url.includes('/w3m/') ? forged : honest).fetch(request)
  expect(await readAll(clientOf(pinned, serve))).toEqual(pinned.listings)
  const search = await createRegistry({ bundle: bundleOf({ listings: [...pinned.listings, evil] }) }).fetch(
    new Request('https://registry.example/w3m/v1/getAllListings?search=metamask'),
  )
  expect(JSON.stringify(await search.json())).toContain('evil://')
})
