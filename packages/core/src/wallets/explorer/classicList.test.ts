import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTimers } from '../../platform/timers.fixture.ts'
import type { ModalOptions } from '../modalOptions.ts'
import { createClassicList, parseClassicList } from './classicList.ts'
import type { ExplorerLoad } from './explorer.ts'

const url = 'https://list.example/api/v2/wallets'
const rainbow = {
  name: 'Rainbow',
  metadata: { shortName: 'Rain', colors: { primary: '#001e59' } },
  image_url: { sm: 'https://list.example/rainbow.png' },
  mobile: { native: 'rainbow:', universal: 'https://rnbwapp.com' },
  desktop: { native: '', universal: '' },
}
const plain = (name: string) => ({ name, mobile: { native: `${name.toLowerCase()}://` } })
const read = (listings: object) => parseClassicList({ listings }, new URL(url))

test('L2 a wallet of the list as a listing', () => {
  const { listings, details } = read({ rainbow: { ...rainbow, mobile: { native: 'rainbow://', universal: null } } })
  expect(listings).toMatchObject([
    { id: 'rainbow', name: 'Rainbow', mobile: { native: 'rainbow://', universal: undefined }, imageId: undefined },
  ])
  expect([...details]).toEqual([['rainbow', { shortName: 'Rain', imageUrl: 'https://list.example/rainbow.png' }]])
})

test.each([
  ['https://elsewhere.example/x.png'],
  ['https://list.example.evil.example/x.png'],
  ['https://user@list.example/x.png'],
  ['https://list.example:8443/x.png'],
  ['http://list.example/x.png'],
  ['data:image/svg+xml,<svg/>'],
  ['javascript:alert(1)'],
  ['//list.example/x.png'],
  ['/x.png'],
  [7],
])('L2 T-12 skips an image outside the list’s own host: %s', (sm) => {
  expect(read({ rainbow: { ...rainbow, image_url: { sm } } }).details.get('rainbow')?.imageUrl).toBeUndefined()
})

test('T-15 T-10 skips hostile fields and hostile wallets, and nothing is polluted', () => {
  const text = `{ "listings": {
    "__proto__": { "name": "Polluted", "polluted": true },
    "constructor": { "prototype": { "polluted": true }, "name": "Constructor" },
    "UPPER": { "name": "Upper" }, "no-name": {}, "null": null, "text": "x", "list": [],
    "bad": { "name": "Bad", "__proto__": { "polluted": true }, "id": "other", "image_id": "stolen",
      "metadata": { "__proto__": { "shortName": "Polluted" } }, "image_url": "https://list.example/x.png",
      "mobile": { "native": "javascript:alert(1)", "universal": "http://bad.example" },
      "desktop": { "native": "intent://x", "universal": "data:text/html,x" },
      "app": { "ios": "https://evil.example", "__proto__": { "android": "https://evil.example" } } }
  } }`
  const { listings, details } = parseClassicList(JSON.parse(text), new URL(url))
  expect(listings.map(({ id }) => id)).toEqual(['constructor', 'bad'])
  expect(listings[1]).toEqual({
    id: 'bad',
    name: 'Bad',
    imageId: undefined,
    homepage: undefined,
    app: {},
    mobile: { native: undefined, universal: undefined },
    desktop: { native: undefined, universal: undefined },
    chains: [],
    rdns: undefined,
  })
  expect(details.get('bad')).toEqual({ shortName: undefined, imageUrl: undefined })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('T-13 removes invisible characters from names and short names', () => {
  const { listings, details } = read({ a: { name: 'Meta\u202eMask', metadata: { shortName: 'Me\u200bta' } } })
  expect(listings[0]?.name).toBe('MetaMask')
  expect(details.get('a')?.shortName).toBe('Meta')
})

test('L2 refuses an answer without listings', () => {
  for (const value of [null, [], {}, { listings: [] }, { listings: null }, 'x'])
    expect(() => parseClassicList(value, new URL(url))).toThrow()
})

/** Creates a classic list that loads from `answer`. */
function create(answer: () => Response | Promise<Response>, options: ModalOptions = {}, hasExplorer = true) {
  const timers = createTimers()
  const asked: string[] = []
  const failures: unknown[] = []
  const recommended: string[][] = []
  const told: boolean[] = []
  const imageUrls: (string | undefined)[] = []
  let load: ExplorerLoad = { status: 'idle', search: '', total: 0, isLastPage: false, pages: [] }
  const list = createClassicList(
    {
      registryUrl: undefined,
      registryKey: undefined,
      storage: { get: () => undefined, set() {}, remove() {} },
      now: timers.now,
      projectId: undefined,
      hasExplorer,
      chains: ['eip155:1'],
      modal: { variant: 'classic', ...options },
      fetch: async (input, init) => {
        asked.push(`${init?.method ?? 'GET'} ${input}`)
        return answer()
      },
      setTimer: timers.setTimer,
      get: () => load,
      set: (next) => {
        load = next
      },
      setRecommended: (listings) => recommended.push(listings.map(({ id }) => id)),
      recommendedQuery: undefined,
      excludeIds: () => [],
      imageIdOf: () => undefined,
      onFailure: (error) => failures.push(error),
      onImagesMissing: () => {},
      setImages: ({ urlOf }) => imageUrls.push(...['aa', 'rainbow'].map((id) => urlOf(parseListing({ id, name: id })))),
      onImages: () => {},
      setUnavailable: (isUnavailable) => told.push(isUnavailable),
    },
    url,
  )
  const names = () => load.pages.flat().map(({ name }) => name)
  return { list, timers, asked, failures, recommended, told, imageUrls, names, load: () => load }
}

const wallets = () =>
  Response.json({ listings: { aa: plain('Alpha'), bb: plain('Beta'), cc: plain('Gamma'), dd: plain('Alphabet') } })

test('L2 requests the configured address once, by GET, when the list is shown', async () => {
  const { list, timers, asked, names, load } = create(wallets)
  list.recommend()
  await timers.settle()
  expect(asked).toEqual([])
  list.show()
  expect(load().status).toBe('loading')
  await timers.settle()
  expect(load()).toMatchObject({ status: 'ready', total: 4, isLastPage: true })
  expect(names()).toEqual(['Alpha', 'Beta', 'Gamma', 'Alphabet'])
  list.show()
  list.more()
  list.stop()
  list.show()
  await timers.settle()
  expect(asked).toEqual([`GET ${url}`])
  expect(timers.open()).toBe(0)
})

test('F-L4 images are on the list’s own host, and load only when shown', async () => {
  const { list, timers, asked, imageUrls } = create(() => Response.json({ listings: { aa: plain('Alpha'), rainbow } }))
  list.show()
  await timers.settle()
  expect(imageUrls).toEqual([undefined, 'https://list.example/rainbow.png'])
  expect(asked).toEqual([`GET ${url}`])
})

test('R3 C11 a search covers only names, 1000 ms after the last character, without a request', async () => {
  const { list, timers, asked, names, load } = create(wallets)
  list.show()
  await timers.settle()
  list.search('alp')
  await timers.advance(900)
  list.search(' ALPHA ')
  await timers.advance(999)
  expect(load()).toMatchObject({ status: 'loading', search: 'ALPHA' })
  expect(names()).toHaveLength(4)
  await timers.advance(1)
  expect(load()).toMatchObject({ status: 'ready', total: 2 })
  expect(names()).toEqual(['Alpha', 'Alphabet'])
  // Ids are not searched.
  list.search('bb')
  await timers.advance(1_000)
  expect(names()).toEqual([])
  list.search('')
  expect(names()).toHaveLength(4)
  expect(asked).toHaveLength(1)
})

test('R3 a search typed while the list loads runs once it is there', async () => {
  const { list, timers, names } = create(wallets)
  list.show()
  list.search('beta')
  await timers.settle()
  expect(names()).toEqual(['Beta'])
})

test('L2 L3 a failed list is a failure with a code, and can be requested again', async () => {
  for (const answer of [
    () => Response.json({ listings: {} }, { status: 500 }),
    () => Response.json({ wallets: {} }),
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]) {
    const { list, timers, asked, failures, load } = create(answer)
    list.show()
    await timers.settle()
    expect(load().status).toBe('failed')
    expect(failures).toMatchObject([{ code: 'registry_unavailable' }])
    list.more()
    await timers.settle()
    expect(asked).toHaveLength(2)
    expect(timers.open()).toBe(0)
  }
})

test('L2 gives up on the list after 8 s', async () => {
  const { list, timers, load } = create(() => new Promise<Response>(() => {}))
  list.show()
  await timers.advance(8_000)
  expect(load().status).toBe('failed')
})

test('D4 the host app names the recommended wallets of the list, or wants no list', async () => {
  const { list, timers, recommended } = create(wallets, { explorerRecommendedWalletIds: ['cc', 'absent', 'aa'] })
  list.show()
  await timers.settle()
  expect(recommended).toEqual([['cc', 'aa']])
  const none = create(wallets, {}, false)
  none.list.show()
  none.list.search('a')
  await none.timers.settle()
  expect(none.asked).toEqual([])
  expect(none.load()).toMatchObject({ status: 'ready', search: 'a', total: 0, isLastPage: true })
})

test('closing stops the list: a late answer changes nothing', async () => {
  let answer: (response: Response) => void = () => {}
  const { list, timers, load } = create(
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  list.show()
  list.stop()
  answer(wallets())
  await timers.settle()
  expect(load()).toMatchObject({ status: 'idle', pages: [] })
  expect(timers.open()).toBe(0)
})
