import { type Listing, parseListing, parseListingPage } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRegistry, createUnsignedBundle, loadListings } from '../index.ts'

const origin = 'http://registry.example'
const bundled = loadListings()
const registry = createRegistry({ bundle: createUnsignedBundle(bundled) })
const get = async (path: string, init?: RequestInit) => registry.fetch(new Request(`${origin}${path}`, init))
const getPage = async (path: string) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  const body: unknown = await response.json()
  expect(Object.keys(Object(body)).sort()).toEqual(['listings', 'page', 'total'])
  return parseListingPage(body)
}
const ids = (listings: readonly Listing[]) => listings.map(({ id }) => id)
const named = (...names: readonly string[]) =>
  names.map((name, index) =>
    parseListing({ id: `w${index}`, name, image_id: `w${index}`, mobile: { native: 'quay://' }, chains: ['eip155:1'] }),
  )

async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.json()).toEqual({ code, message: expect.stringMatching(/^\S.{0,200}$/) })
}

describe('L1, C2: paging', () => {
  test('all pages of 40 together are the bundle, in order, each wallet once', async () => {
    const first = await getPage('/w3m/v1/getAllListings')
    expect(first).toMatchObject({ total: bundled.length, page: 1 })
    expect(first.listings).toHaveLength(Math.min(40, bundled.length))
    const seen: Listing[] = []
    for (let page = 1; seen.length < first.total; page += 1) {
      const { listings } = await getPage(`/w3m/v1/getAllListings?page=${page}&entries=40&version=2`)
      expect(listings.length).toBeGreaterThan(0)
      seen.push(...listings)
    }
    expect(seen).toEqual(bundled)
  })

  test('the last page has the rest, the next one nothing', async () => {
    const last = Math.ceil(bundled.length / 7)
    expect((await getPage(`/w3m/v1/getAllListings?entries=7&page=${last}`)).listings).toHaveLength(
      bundled.length - 7 * (last - 1),
    )
    expect(await getPage(`/w3m/v1/getAllListings?entries=7&page=${last + 1}`)).toEqual({
      listings: [],
      total: bundled.length,
      page: last + 1,
    })
  })

  test('ignores the extra params of other WalletConnect clients', async () => {
    const path = '/w3m/v1/getAllListings?page=1&entries=40&version=2&search=&chains=&recommendedIds=&excludedIds='
    const plain = await (await get('/w3m/v1/getAllListings')).text()
    const sent = await get(`${path}&projectId=0123456789abcdef&sdkType=hawser&sdkVersion=0.1.0&sdks=sign_v2`)
    expect(await sent.text()).toBe(plain)
  })

  test('chains keeps wallets that serve one of them', async () => {
    const total = async (chains: string) => (await getPage(`/w3m/v1/getAllListings?chains=${chains}`)).total
    const serving = (...names: readonly string[]) =>
      bundled.filter(({ chains }) => names.some((name) => chains.includes(name))).length
    expect(await total('eip155:1')).toBe(serving('eip155'))
    expect(await total('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp,eip155:137')).toBe(serving('solana', 'eip155'))
    expect(await total('bip122')).toBe(serving('bip122'))
    expect(await total('tvm')).toBe(0)
    const one = createRegistry({ bundle: createUnsignedBundle(named('Quay')) })
    const of = async (chains: string) =>
      parseListingPage(await (await one.fetch(new Request(`${origin}/w3m/v1/getAllListings?chains=${chains}`))).json())
        .total
    expect([await of('eip155'), await of('eip155:1'), await of('eip155:10'), await of('eip15')]).toEqual([1, 1, 0, 0])
  })

  test('returns only recommended ids in their order, and no excluded ids', async () => {
    const wanted = await getPage(
      '/w3m/v1/getAllListings?recommendedIds=zerion,unknown,ledger,zerion,okx&excludedIds=okx',
    )
    expect(ids(wanted.listings)).toEqual(['zerion', 'ledger'])
    expect(wanted.total).toBe(2)
    const rest = await getPage('/w3m/v1/getAllListings?excludedIds=zerion,ledger&entries=100')
    expect(rest.total).toBe(bundled.length - 2)
    expect(ids(rest.listings)).not.toContain('ledger')
  })

  test('desktop listings are usable on a computer; mobile listings open on a phone', async () => {
    const desktop = await getPage('/w3m/v1/getDesktopListings?entries=100')
    const links = (listing: Listing) => [...Object.values(listing.desktop), ...Object.values(listing.mobile)]
    expect(ids(desktop.listings)).toEqual(ids(bundled.filter((listing) => links(listing).some(Boolean))))
    expect(ids(desktop.listings)).toContain('bloom')
    const mobile = await getPage('/w3m/v1/getMobileListings?entries=100')
    expect(mobile.total).toBeGreaterThan(30)
    expect(mobile.listings.every((listing) => listing.mobile.native ?? listing.mobile.universal)).toBe(true)
  })
})

describe('R1: search', () => {
  const search = async (text: string) =>
    (await getPage(`/w3m/v1/getAllListings?entries=100&search=${encodeURIComponent(text)}`)).listings.map(
      ({ name }) => name,
    )

  test('one character is enough; names that begin with it come first', async () => {
    const names = await search('r')
    expect(names.length).toBeGreaterThan(3)
    const starts = names.map((name) => name.toLowerCase().startsWith('r'))
    expect(starts).toEqual([...starts].sort((a, b) => Number(b) - Number(a)))
    expect(new Set(starts)).toEqual(new Set([true, false]))
    expect(names.every((name) => name.toLowerCase().includes('r'))).toBe(true)
  })

  test.each(['metamask', 'METAMASK', 'ＭetaＭask', 'Métamásk', '  metamask ', 'tamas'])(
    '%s finds MetaMask',
    async (text) => {
      expect(await search(text)).toEqual(['MetaMask'])
    },
  )

  test('a text that no name contains finds nothing', async () => {
    for (const text of ['.*', '^m', '%', '_', "' or 1=1 --", '\u0301', 'constructor', '<b>']) {
      expect(await search(text)).toEqual([])
    }
  })

  test('T-103: answers any search up to 64 characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 64 }), async (text) => {
        const response = await get(`/w3m/v1/getAllListings?search=${encodeURIComponent(text.replace(/\p{Cs}/gu, ''))}`)
        expect(response.status).toBe(200)
      }),
      { numRuns: 500 },
    )
  })
})

describe('T-102: refuses bad queries with a code', () => {
  test.each([
    'page=0',
    'page=x',
    'entries=101',
    'entries=0',
    `search=${'a'.repeat(65)}`,
    'chains=nonsense%20chain',
    'recommendedIds=..%2f..',
    'excludedIds=%3Cscript%3E',
    'version=3',
    'unknown=1',
    '__proto__=1',
    'Page=1',
    'page=1&page=2',
    'projectId=a&projectId=b',
  ])('%s', async (query) => {
    for (const name of ['getAllListings', 'getDesktopListings', 'getMobileListings']) {
      await expectError(await get(`/w3m/v1/${name}?${query}`), 400, 'invalid_query')
    }
  })

  test('more than 8192 characters', async () => {
    await expectError(await get(`/w3m/v1/getAllListings?projectId=${'a'.repeat(8192)}`), 400, 'invalid_query')
  })

  test('an answer never repeats the request', async () => {
    const response = await get('/w3m/v1/getAllListings?%3Cscript%3Ealert(1)=1')
    expect(await response.text()).not.toContain('script')
  })
})

describe('paths and methods', () => {
  test.each(['/', '//', '/w3m/v1/', '/w3m/v1/getWallets', '/w3m/v1/getAllListings/x/', '/healthz/x', '/%'])(
    '%s is not found',
    async (path) => {
      await expectError(await get(path), 404, 'not_found')
    },
  )

  test.each([
    ['/v1/wallets/', '/v1/wallets'],
    ['//v1/wallets', '/v1/wallets'],
    ['/v1//wallets//?entries=5', '/v1/wallets?entries=5'],
    ['/v1/wallets/zerion/', '/v1/wallets/zerion'],
    ['/v1/manifest.json/', '/v1/manifest.json'],
    ['/w3m/v1/getAllListings/?entries=5', '/w3m/v1/getAllListings?entries=5'],
    ['/w3m//v1/getWalletImage/zerion/', '/w3m/v1/getWalletImage/zerion'],
    ['/api/v2/wallets/', '/api/v2/wallets'],
    ['/healthz/', '/healthz'],
  ])('answers %s as %s, without a redirect', async (spelled, path) => {
    for (const method of ['GET', 'HEAD']) {
      const [answer, plain] = [await get(spelled, { method }), await get(path, { method })]
      expect([answer.status, answer.headers.get('ETag')]).toEqual([200, plain.headers.get('ETag')])
      expect(await answer.text()).toBe(await plain.text())
    }
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is refused', async (method) => {
    const response = await get('/w3m/v1/getAllListings', { method })
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
    await expectError(response, 405, 'method_not_allowed')
  })

  test('HEAD answers like GET without a body', async () => {
    const response = await get('/w3m/v1/getAllListings', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('ETag')).toBe((await get('/w3m/v1/getAllListings')).headers.get('ETag'))
  })

  test('answers a preflight of every origin', async () => {
    const response = await get('/w3m/v1/getAllListings', {
      method: 'OPTIONS',
      headers: { Origin: 'https://dapp.example' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD')
    // The headers of the page itself, of its clients and of tracing tools.
    const allowed = response.headers.get('Access-Control-Allow-Headers')?.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['x-project-id', 'Authorization', '*']))
  })

  test('/healthz says ok', async () => {
    expect(await (await get('/healthz')).text()).toBe('ok')
  })

  test('an internal failure is a coded 500: details for the operator, none for the client', async () => {
    const failures: unknown[] = []
    const bundle = createUnsignedBundle(named('Quay'))
    const files = new Map(bundle.files)
    const failing = createRegistry({
      bundle: {
        ...bundle,
        files: Object.assign(files, {
          get() {
            throw new Error('secret detail')
          },
        }),
      },
      onFailure: (error) => failures.push(error),
    })
    const response = await failing.fetch(new Request(`${origin}/w3m/v1/getWalletImage/w0`))
    expect(await response.clone().text()).not.toContain('secret')
    await expectError(response, 500, 'internal_error')
    expect(failures).toEqual([new Error('secret detail')])
  })
})

describe('headers and caching', () => {
  const paths = [
    '/w3m/v1/getAllListings',
    '/w3m/v1/getWalletImage/ledger',
    '/healthz',
    '/nowhere',
    '/w3m/v1/getAllListings?page=0',
  ]

  test.each(paths)('%s: any page can read it, nothing can run it', async (path) => {
    const { headers } = await get(path, { headers: { Origin: 'https://dapp.example', Cookie: 'a=b' } })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('Vary')).toBe('Accept-Encoding')
  })

  test.each(['/w3m/v1/getAllListings?page=2&entries=5', '/w3m/v1/getWalletImage/ledger'])(
    '%s: 304 for its own ETag only',
    async (path) => {
      const first = await get(path)
      const etag = first.headers.get('ETag') ?? ''
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      expect(first.headers.get('Cache-Control')).toMatch(/^public, max-age=\d+/)
      for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await get(path, { headers: { 'If-None-Match': header } })
        expect([header, again.status, await again.text()]).toEqual([header, 304, ''])
        expect(again.headers.get('ETag')).toBe(etag)
        expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*')
      }
      for (const header of ['"x"', etag.slice(1, -1), etag.toLowerCase(), '']) {
        expect((await get(path, { headers: { 'If-None-Match': header } })).status).toBe(200)
      }
    },
  )

  test('ETags differ where bytes differ', async () => {
    const etags = await Promise.all(
      ['page=1', 'page=2', 'search=a', 'entries=3'].map(async (query) =>
        (await get(`/w3m/v1/getAllListings?${query}`)).headers.get('ETag'),
      ),
    )
    expect(new Set(etags).size).toBe(4)
  })

  test('T-102: request headers change nothing', async () => {
    const plain = await get('/w3m/v1/getAllListings')
    const text = await plain.text()
    const tricks = [
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Original-URL',
      'X-Rewrite-URL',
      'X-HTTP-Method-Override',
      'Accept',
      'Accept-Language',
      'Range',
      'Origin',
      'Referer',
      'User-Agent',
      'X-Forwarded-Prefix',
    ]
    for (const name of tricks) {
      for (const value of ['evil.example', '/healthz', 'POST', 'bytes=0-1', '<script>']) {
        const response = await get('/w3m/v1/getAllListings', { headers: { [name]: value } })
        expect([name, value, response.status, await response.text()]).toEqual([name, value, 200, text])
      }
    }
  })
})

describe('T-101, T-12: images', () => {
  test('every bundled wallet has a tile', async () => {
    for (const { id, name } of bundled) {
      const response = await get(`/w3m/v1/getWalletImage/${id}?projectId=x&sdkType=wcm&sdkVersion=js-2.7.0`)
      expect([name, response.status, response.headers.get('Content-Type')]).toEqual([name, 200, 'image/svg+xml'])
    }
  })

  test('does not find path tricks', async () => {
    const steps = [
      '..',
      '.',
      '%2e%2e',
      '%2e',
      '%252e%252e',
      '..%2f',
      '..%5c',
      '..\\',
      '%c0%ae%c0%ae',
      '%00',
      'ledger%00',
      'ledger%2f..',
      'ledger.json',
      'ledger.svg',
      'LEDGER',
      'ledger%20',
      ' ledger',
      'ledger;x',
      'ledger:x',
      '*',
      '%',
      '%zz',
      '~',
      '-ledger',
      'l'.repeat(65),
      '__proto__',
      'constructor',
      'toString',
      'file:',
      'http:%2f%2fevil.example',
      '\u202eledger',
      'ｌedger',
      'unknown',
    ]
    const tails = ['', '/', '/etc/passwd', '/../ledger.json', '%2fetc%2fpasswd', '/..%2f..%2fpackage.json', '%23']
    const paths = steps.flatMap((step) => tails.map((tail) => `${step}${tail}`))
    expect(paths.length).toBeGreaterThan(200)
    for (const path of paths) {
      const response = await get(`/w3m/v1/getWalletImage/${path}`)
      expect([path, response.status]).toEqual([path, 404])
    }
    expect((await get('/w3m/v1/getWalletImage')).status).toBe(404)
  })

  test('refuses an unknown param', async () => {
    await expectError(await get('/w3m/v1/getWalletImage/ledger?url=http://evil.example'), 400, 'invalid_query')
  })

  test('markup in a name is text in the tile', async () => {
    const hostile = named(
      '<script>alert(1)</script>',
      `"><image href=x onerror='a'>`,
      ']]><!ENTITY x "y">&x;',
      '&lt;b&gt;',
    )
    const own = createRegistry({ bundle: createUnsignedBundle(hostile) })
    for (const { id } of hostile) {
      const svg = await (await own.fetch(new Request(`${origin}/w3m/v1/getWalletImage/${id}`))).text()
      expect(svg.match(/<[^>]*>/g)?.map((tag) => tag.replace(/[\s>].*$/s, ''))).toEqual([
        '<svg',
        '<title',
        '</title',
        '<rect',
        '<text',
        '</text',
        '</svg',
      ])
      expect(svg).not.toMatch(/&(?!#\d+;)/)
    }
  })
})
