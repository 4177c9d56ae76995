import { runs } from '@hawser/test-kit/night'
import { type Listing, parseListing, parseListingPage } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../bundle/sha256.ts'
import { createTestBundle } from '../../bundle/testBundle.fixture.ts'
import { createRegistry } from '../createRegistry.ts'

const bundle = createTestBundle()
const registry = createRegistry({ bundle })
const get = (path: string) => registry.fetch(new Request(`http://registry.example${path}`))
const ids = (listings: readonly Listing[]) => listings.map(({ id }) => id)
const all = ids(bundle.listings)

async function find(query: string) {
  const response = await get(`/v1/wallets?${query}`)
  expect(response.status).toBe(200)
  return parseListingPage(await response.json())
}
const found = async (query: string) => ids((await find(`entries=100&${query}`)).listings)

describe('GET /v1/wallets', () => {
  test('pages of any length together are the bundle, in its order', async () => {
    for (const entries of [1, 7, 40, 100]) {
      const seen: Listing[] = []
      for (let page = 1; (page - 1) * entries < all.length; page += 1)
        seen.push(...(await find(`page=${page}&entries=${entries}`)).listings)
      expect(seen).toEqual(bundle.listings)
    }
    const body: unknown = await (await get('/v1/wallets')).json()
    expect(body).toMatchObject({ total: all.length, page: 1, version: bundle.manifest.version })
  })

  test('T-104: each listing is one of the signed digests, for every query', async () => {
    const file = bundle.files.get(`v1/digests/${bundle.manifest.digests}.bin`)?.bytes ?? new Uint8Array()
    const digests = new Set(Buffer.from(file).toString('hex').match(/.{32}/g))
    for (const query of ['search=wallet&entries=100', 'platform=ios&page=2', 'recommended=zerion,painted']) {
      const response = await get(`/v1/wallets?${query}`)
      const { listings }: { listings: object[] } = await response.json()
      expect(listings.length).toBeGreaterThan(2)
      for (const listing of listings)
        expect(digests).toContain(sha256Hex(new TextEncoder().encode(JSON.stringify(listing))).slice(0, 32))
    }
  })

  test('include, exclude and recommended', async () => {
    expect(await found('include=zerion,ledger,nobody,zerion')).toEqual(['zerion', 'ledger'])
    expect(await found('exclude=zerion,ledger')).toEqual(all.filter((id) => id !== 'zerion' && id !== 'ledger'))
    const first = ['painted', 'zerion', 'okx']
    expect(await found(`recommended=${first},nobody`)).toEqual([...first, ...all.filter((id) => !first.includes(id))])
    expect(await found('recommended=okx,painted&exclude=okx&include=ledger,okx,painted')).toEqual(['painted', 'ledger'])
    expect(await found('recommended=zerion,painted&search=paint')).toEqual(['painted'])
  })

  test('recommended: pages of any length have every wallet once, the recommended ones first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...all, 'nobody'), { maxLength: 12 }),
        fc.integer({ min: 1, max: 30 }),
        async (recommended, entries) => {
          const seen: string[] = []
          const pages = Math.ceil(all.length / entries)
          for (let page = 1; page <= pages; page += 1) {
            const { listings, total } = await find(`page=${page}&entries=${entries}&recommended=${recommended}`)
            expect(total).toBe(all.length)
            expect(listings).toHaveLength(page < pages ? entries : all.length - entries * (pages - 1))
            seen.push(...ids(listings))
          }
          const first = recommended.filter((id) => all.includes(id))
          expect(seen).toEqual([...first, ...all.filter((id) => !first.includes(id))])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('platform keeps wallets that install or open there', async () => {
    const kept = (isKept: (listing: Listing) => boolean) => ids(bundle.listings.filter(isKept))
    expect(await found('platform=edge')).toEqual(kept(({ app }) => app.edge !== undefined))
    expect(await found('platform=edge,ios')).toEqual(kept(({ app }) => app.edge !== undefined || app.ios !== undefined))
    expect(await found('platform=desktop')).toEqual(
      kept(({ desktop }) => desktop.native !== undefined || desktop.universal !== undefined),
    )
  })

  test('the params by which clients describe themselves change no byte (T-102)', async () => {
    const plain = await (await get('/v1/wallets')).text()
    const sent = 'projectId=0123&sdkType=appkit&sdkVersion=1&sdks=sign_v2&version=2&st=a&sv=b'
    const same = ['page=1', 'entries=40&page=01', 'search=%20%20', 'chains=&include=,', 'exclude=', sent]
    for (const query of same) expect(await (await get(`/v1/wallets?${query}`)).text()).toBe(plain)
  })

  test.each([
    ...['page=0', 'page=1.5', 'page=1e3', 'page=%201', 'page=-1', 'page=10000000', 'entries=101', 'entries=0'],
    ...['platform=palm', 'chains=not%20a%20chain', 'include=A', 'exclude=..%2f', 'recommended=%3Cb%3E'],
    ...[`search=${'a'.repeat(65)}`, `include=${'a,b,c,'.repeat(50)}d`.replace(/,/g, (_, at) => `${at},`)],
    ...['page=1&page=1', 'unknown=1', '__proto__=1', 'constructor=1', 'Page=1', `projectId=${'a'.repeat(8192)}`],
  ])('T-102: refuses %s, and does not repeat it', async (query) => {
    const response = await get(`/v1/wallets?${query}`)
    expect(response.status).toBe(400)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({ code: 'invalid_query', message: expect.stringMatching(/^\S.{0,250}$/) })
    expect(text).not.toMatch(/palm|not a chain|<b>|aaaa|unknown|proto/)
  })

  test('T-103: answers any query with 200 or 400', async () => {
    const name = fc.constantFrom(
      'page',
      'entries',
      'search',
      'chains',
      'platform',
      'include',
      'exclude',
      'recommended',
      'x',
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('1', 'ios', 'eip155', 'zerion,okx'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (params) => {
        const query = params.map(([key, text]) => `${key}=${encodeURIComponent(text.toWellFormed())}`).join('&')
        expect([200, 400]).toContain((await get(`/v1/wallets?${query}`)).status)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('GET /v1/wallets/:id', () => {
  test('is the listing', async () => {
    for (const listing of bundle.listings)
      expect(parseListing(await (await get(`/v1/wallets/${listing.id}`)).json())).toEqual(listing)
  })

  test('refuses another id, or a param', async () => {
    for (const id of ['nobody', 'Zerion', 'zerion%20', '__proto__'])
      expect((await get(`/v1/wallets/${id}`)).status).toBe(404)
    expect((await get('/v1/wallets/zerion?page=1')).status).toBe(400)
  })
})
