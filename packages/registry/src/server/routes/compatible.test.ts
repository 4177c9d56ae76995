import { formatListing, type Listing, parseListing } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestBundle, createTestListings, paintedListing, pictureId } from '../../bundle/testBundle.fixture.ts'
import { createRegistry } from '../createRegistry.ts'

// The fields that clients of other registries read, according to reference documentation and their own code.
const bundle = createTestBundle()
const publicUrl = 'https://registry.example'
const registry = createRegistry({ bundle, publicUrl })
const get = (path: string) => registry.fetch(new Request(`http://registry.example${path}`))
const text = z.string()
const textOrNull = z.string().nullable()
const links = z.object({ native: textOrNull, universal: textOrNull })
const hasLink = ({ native, universal }: Listing['mobile']) => native !== undefined || universal !== undefined
const isExtension = ({ app, rdns }: Listing) =>
  rdns !== undefined || [app.chrome, app.firefox, app.edge, app.opera, app.safari].some((link) => link !== undefined)
const idsOf = (listings: readonly { readonly id: string }[]) => listings.map(({ id }) => id)
const isOfSolana = ({ chains }: Listing) =>
  chains.some((chain) => chain === 'solana' || chain === 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const ofSolana = idsOf(bundle.listings.filter((listing) => isOfSolana(listing)))

async function read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  const response = await get(path)
  expect([path, response.status]).toEqual([path, 200])
  return schema.parse(await response.json())
}

describe('the Explorer: /w3m/v1/get…Listings', () => {
  const stores = z.object({
    browser: textOrNull,
    ios: textOrNull,
    android: textOrNull,
    mac: textOrNull,
    linux: textOrNull,
  })
  const page = z.object({
    listings: z.array(
      z.object({
        ...{ id: text, name: text, homepage: textOrNull, image_id: textOrNull, order: z.number() },
        ...{ app: stores, mobile: links, desktop: links, injected: z.null() },
      }),
    ),
    total: z.number(),
  })

  test('L1: all, for a computer, for phones, and extensions', async () => {
    const expected = {
      getAllListings: bundle.listings,
      getDesktopListings: bundle.listings.filter((each) => hasLink(each.mobile) || hasLink(each.desktop)),
      getMobileListings: bundle.listings.filter((each) => hasLink(each.mobile)),
      getInjectedListings: bundle.listings.filter(isExtension),
    }
    for (const [name, wanted] of Object.entries(expected)) {
      const { listings, total } = await read(`/w3m/v1/${name}?entries=100&page=1&version=2`, page)
      // WalletConnect Modal 2 takes Object.values of the listings it gets.
      expect(idsOf(Object.values(listings))).toEqual(idsOf(wanted))
      expect([total, listings.map(({ order }) => order)]).toEqual([wanted.length, wanted.map((_, at) => at + 1)])
      expect(wanted.length).toBeGreaterThan(30)
    }
    expect(expected.getInjectedListings.length).toBeLessThan(bundle.listings.length)
  })

  test('T-104: our own modal reads the listings of the digests, also without artwork', async () => {
    const response = await get('/w3m/v1/getAllListings?entries=100&sdkType=hawser&sdkVersion=0.1.0')
    const { listings }: { listings: unknown[] } = await response.json()
    expect(listings.map((listing) => formatListing(parseListing(listing)))).toEqual(bundle.listings.map(formatListing))
  })

  test('WalletConnect Modal 2 gets an image id for every wallet, and an image under it', async () => {
    const { listings } = await read('/w3m/v1/getAllListings?entries=100&sdkType=wcm&sdkVersion=js-2.7.0', page)
    for (const { id, image_id } of listings) {
      expect(image_id).toBe(id === paintedListing.id ? pictureId : id)
      expect((await get(`/w3m/v1/getWalletImage/${image_id}?projectId=0&sdkType=wcm&sdkVersion=js-2.7.0`)).status).toBe(
        200,
      )
    }
  })
})

describe('the cloud’s explorer: /v3/wallets, /v3/logo', () => {
  const listing = z.object({
    ...{
      id: text,
      name: text,
      homepage: textOrNull,
      image_id: text,
      chains: z.array(text),
      mobile: links,
      desktop: links,
    },
    ...{ image_url: z.object({ sm: z.url(), md: z.url(), lg: z.url() }), metadata: z.object({ shortName: text }) },
  })
  const page = z.object({ listings: z.record(text, listing), count: z.number(), total: z.number() })

  test('pages, searches and filters', async () => {
    const first = await read('/v3/wallets?projectId=0&entries=5&page=1', page)
    expect(Object.keys(first.listings)).toEqual(idsOf(bundle.listings.slice(0, 5)))
    expect([first.count, first.total]).toEqual([5, bundle.listings.length])
    expect(Object.keys((await read('/v3/wallets?projectId=0', page)).listings)).toEqual(idsOf(bundle.listings))
    expect(Object.keys((await read('/v3/wallets?ids=okx,ledger,x', page)).listings)).toEqual(['okx', 'ledger'])
    expect(Object.keys((await read('/v3/wallets?search=painted', page)).listings)[0]).toBe('painted')
    const query = 'platforms=injected&chains=solana&sdks=sign_v2&standards=eip-712&version=2'
    expect(Object.keys((await read(`/v3/wallets?${query}`, page)).listings)).toEqual(
      idsOf(bundle.listings.filter((listing) => isOfSolana(listing) && isExtension(listing))),
    )
  })

  test('every image address leads to an image, in three sizes, by image id and by wallet id', async () => {
    const { listings } = await read('/v3/wallets', page)
    for (const { image_url } of Object.values(listings))
      for (const url of Object.values(image_url)) {
        expect(url.startsWith(publicUrl)).toBe(true)
        expect((await get(url.slice(publicUrl.length))).status).toBe(200)
      }
    for (const size of ['sm', 'md', 'lg'])
      for (const id of [pictureId, 'painted']) {
        const image = await get(`/v3/logo/${size}/${id}?projectId=0`)
        expect([await image.text(), image.headers.get('Content-Type')]).toEqual([`picture ${size}.png`, 'image/png'])
      }
    expect((await get('/v3/logo/xl/painted')).status).toBe(404)
  })
})

describe('AppKit: /getWallets', () => {
  const page = z.object({
    count: z.number(),
    data: z.array(
      z.object({
        ...{ id: text, name: text, homepage: textOrNull, image_id: text, order: z.number(), chains: z.array(text) },
        ...{ mobile_link: textOrNull, desktop_link: textOrNull, webapp_link: textOrNull, link_mode: textOrNull },
        ...{ app_store: textOrNull, play_store: textOrNull, chrome_store: textOrNull, rdns: textOrNull },
        ...{ injected: z.null(), supports_wc: z.boolean() },
      }),
    ),
  })
  const sdk = 'projectId=0&st=appkit&sv=html-core-1.8.0'
  const found = async (query: string) => (await read(`/getWallets?${sdk}&${query}`, page)).data

  test('pages, and the fields of a wallet', async () => {
    const { count, data } = await read(`/getWallets?${sdk}&page=2&entries=20`, page)
    expect([count, idsOf(data)]).toEqual([bundle.listings.length, idsOf(bundle.listings.slice(20, 40))])
    expect(data[0]?.order).toBe(21)
    expect((await found('include=painted'))[0]).toMatchObject({
      ...{ name: 'Painted Wallet', image_id: pictureId, homepage: 'https://painted.example/', rdns: 'example.painted' },
      ...{ mobile_link: 'painted://', desktop_link: null, webapp_link: 'https://painted.example/app/' },
      ...{ app_store: 'https://apps.apple.com/app/id1', play_store: null, supports_wc: true },
      ...{ chains: ['eip155:1', 'solana'], chrome_store: 'https://chromewebstore.google.com/detail/painted' },
    })
    expect((await found('include=painted,rabby,taho')).map(({ supports_wc }) => supports_wc)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('include, exclude, search, names, rdns, chains, platform; unknown marks match no wallet', async () => {
    expect(idsOf(await found('include=okx,ledger&exclude=okx'))).toEqual(['ledger'])
    expect(idsOf(await found('search=painted'))[0]).toBe('painted')
    expect(idsOf(await found('names=MetaMask,painted wallet,Nobody'))).toEqual([
      expect.stringMatching(/^c57c/),
      'painted',
    ])
    expect(idsOf(await found('rdns=example.painted,io.rabby&include=painted'))).toEqual(['painted'])
    expect(await found('names=Nobody')).toEqual([])
    expect(idsOf(await found('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100'))).toEqual(ofSolana)
    expect(idsOf(await found('platform=ios&entries=100'))).toContain('painted')
    for (const mark of ['badge=certified', 'badge_type=certified', 'include_pay_only=true'])
      expect(await found(mark)).toEqual([])
    expect((await found('include_pay_only=false&sort=default')).length).toBe(40)
  })

  test('images by image id, and a tile under the id of a wallet without one', async () => {
    const image = await get(`/getWalletImage/${pictureId}?${sdk}`)
    expect([image.headers.get('Content-Type'), await image.text()]).toEqual(['image/png', 'picture md.png'])
    const tile = await get(`/getWalletImage/okx?${sdk}`)
    expect(tile.headers.get('Content-Type')).toBe('image/svg+xml')
  })

  test('allows a preflight with the headers of older clients', async () => {
    const request = new Request('http://registry.example/getWallets', { method: 'OPTIONS' })
    const allowed = (await registry.fetch(request)).headers.get('Access-Control-Allow-Headers')
    for (const name of ['x-project-id', 'x-sdk-type', 'x-sdk-version']) expect(allowed).toContain(name)
  })
})

describe('WalletConnect 1: /api/v2/wallets', () => {
  const listing = z.object({
    ...{ name: text, mobile: links, desktop: links, image_url: z.object({ sm: z.url() }) },
    metadata: z.object({ shortName: text, colors: z.object({ primary: z.string().regex(/^#[0-9a-f]{6}$/) }) }),
  })
  const page = z.object({ listings: z.record(text, listing) })

  test('all wallets at once, with the fields that its modal draws', async () => {
    const { listings } = await read('/api/v2/wallets', page)
    expect(Object.keys(listings)).toEqual(idsOf(bundle.listings))
  })

  test('T-100: as many wallets as fit into 1 MiB', async () => {
    const many = createRegistry({ bundle: createTestBundle(createTestListings(2_000)), publicUrl })
    const answer = await many.fetch(new Request('http://registry.example/api/v2/wallets'))
    const body = await answer.text()
    expect(body.length).toBeLessThan(1024 ** 2)
    expect(Object.keys(page.parse(JSON.parse(body)).listings)).toHaveLength(500)
  })
})
