import { formatListing, type Listing, parseListing } from '@hawser/wire'
import { expect, test, vi } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { withImages } from '../registry/images.fixture.ts'
import { createTestBundle, keyOf, serveTestRegistry, spoil } from '../registry/signed.fixture.ts'
import type { AnnouncedWallet } from './discovery/announcement.ts'
import { recentWalletKey } from './recent.ts'
import type { ExplorerState, WalletEntry, WalletLists } from './state.ts'
import { createWallets, type WalletsOptions } from './wallets.ts'

const rabby = parseListing({ id: 'rabby', name: 'Rabby', rdns: 'io.rabby', chains: ['eip155'] })
const ledger = parseListing({ id: 'ledger', name: 'Ledger' })
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const announce = (rdns: string, name: string): AnnouncedWallet => ({ uuid: rdns, name, icon, rdns })
const many = (length: number, from = 0): readonly Listing[] =>
  Array.from({ length }, (_, index) =>
    parseListing({ id: `w${from + index}`, name: `Wallet ${from + index}`, image_id: `i${from + index}` }),
  )

/** Creates the lists over a registry that answers from `listings`. */
function create({
  listings,
  stored,
  images = [],
  isImage,
  ...more
}: Partial<WalletsOptions> & {
  readonly listings?: readonly Listing[]
  readonly stored?: string
  readonly images?: string[]
  readonly isImage?: () => boolean
} = {}) {
  const timers = createTimers()
  const urls: URL[] = []
  const failures: unknown[] = []
  let announced: readonly AnnouncedWallet[] = []
  let state: { readonly wallets: WalletLists; readonly explorer: ExplorerState } | undefined
  const answer: typeof fetch = async (input) => {
    const url = new URL(String(input))
    urls.push(url)
    const page = Number(url.searchParams.get('page'))
    const entries = Number(url.searchParams.get('entries'))
    const excluded = (url.searchParams.get('excludedIds') ?? '').split(',')
    const search = (url.searchParams.get('search') ?? '').toLowerCase()
    const found = (listings ?? []).filter(
      ({ id, name }) => !excluded.includes(id) && name.toLowerCase().includes(search),
    )
    const slice = found.slice((page - 1) * entries, page * entries)
    return Response.json({ listings: slice.map(formatListing), total: found.length, page })
  }
  const wallets = createWallets({
    registryUrl: listings === undefined ? undefined : 'https://registry.example',
    registryKey: undefined,
    projectId: undefined,
    builtIn: [rabby, ledger],
    relayUrl: 'wss://relay.example',
    relayReach: 'network',
    chains: ['eip155:1'],
    modal: {},
    platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
    announced: () => announced,
    storage: { get: (key) => (key === recentWalletKey ? stored : undefined), set() {}, remove() {} },
    now: timers.now,
    setTimer: timers.setTimer,
    set: (change) => {
      state = change
    },
    onFailure: (error) => failures.push(error),
    onImagesMissing: () => failures.push('no image'),
    hasRoute: () => true,
    isReady: () => true,
    ...more,
    fetch: withImages(more.fetch ?? answer, images, isImage),
  })
  return {
    wallets,
    timers,
    urls,
    failures,
    isReady: () => state?.wallets.isReady,
    home: () => state?.wallets.shown ?? [],
    explorer() {
      if (state === undefined) throw new Error('nothing was published')
      return state.explorer
    },
    announce(...next: readonly AnnouncedWallet[]) {
      announced = next
      wallets.refresh()
    },
    /** Waits for code that is fetched on demand, and for its effects. */
    async arrive(ms = 300) {
      await Promise.all([
        import('./explorer/explorer.ts'),
        import('./explorer/classicList.ts'),
        import('../registry/signed.ts'),
        import('../registry/static.ts'),
        import('../registry/files.ts'),
      ])
      await timers.advance(0)
      await timers.advance(ms)
    },
    /** Waits until `check` passes, because signature checks do not follow the test's timers. */
    until: (check: () => void) =>
      vi.waitFor(
        async () => {
          await timers.advance(20)
          check()
        },
        { timeout: 20_000, interval: 5 },
      ),
  }
}

const idsOf = (entries: readonly WalletEntry[]) => entries.map(({ listing }) => listing.id)

test('V1 T-23 an announced wallet with a listing is that listing, installed and first at home', () => {
  const { announce: say, home } = create()
  say(announce('io.rabby', 'Whatever it calls itself'), announce('org.strange', 'Strange'))
  expect(home()).toEqual([
    { listing: rabby, imageUrl: icon, isRecent: false, isInstalled: true, rdns: undefined },
    {
      listing: parseListing({ id: 'ext-org-strange', name: 'Strange', rdns: 'org.strange' }),
      imageUrl: icon,
      isRecent: false,
      isInstalled: true,
      rdns: 'org.strange',
    },
    { listing: ledger, imageUrl: undefined, isRecent: false, isInstalled: false, rdns: undefined },
  ])
})

test.each(['ethereum-rabby', 'injected', 'standard-strange', 'window-strange', 'bitcoin-strange'])(
  'T-23 the id %s, made up for a wallet that announces none, is not shown as its rdns',
  (rdns) => {
    const { announce: say, home } = create()
    const name = rdns === 'ethereum-rabby' ? 'Rabby' : 'Strange'
    say(announce(rdns, name))
    expect(home()[0]).toMatchObject({
      listing: { id: `ext-${rdns.replace('-', '--')}`, name },
      isInstalled: true,
      rdns: undefined,
    })
  },
)

test.each(['IO.Rabby', 'io.rabby.'])('F21 an announced wallet is its listing, which names it %s', (rdns) => {
  const listing = { ...rabby, rdns }
  const { announce: say, home } = create({ builtIn: [listing] })
  say(announce('io.rabby', 'Rabby'))
  expect(home()).toMatchObject([{ listing, isInstalled: true, rdns: undefined }])
})

test.each(['io.rabby.mobile', 'IO.Rabby.Mobile.'])(
  'an announced wallet matches its listing by a further rdns: %s',
  (rdns) => {
    const listing = { ...rabby, otherRdns: ['io.rabby.flask', rdns] }
    const { announce: say, home } = create({ builtIn: [listing, ledger] })
    say(announce('io.rabby.mobile', 'Whatever it calls itself'))
    // The wallet is asked under the rdns that it announces here; links and chains are the listing's.
    expect(home()).toEqual([
      {
        listing: { ...listing, rdns: 'io.rabby.mobile' },
        imageUrl: icon,
        isRecent: false,
        isInstalled: true,
        rdns: undefined,
      },
      { listing: ledger, imageUrl: undefined, isRecent: false, isInstalled: false, rdns: undefined },
    ])
  },
)

test('a further rdns identifies a registry listing, and a host app excludes it by that', async () => {
  const listings = [
    ...many(2),
    parseListing({ id: 'late', name: 'Late', rdns: 'org.late', other_rdns: ['org.late.app'] }),
  ]
  const open = create({ listings })
  open.announce(announce('org.late.app', 'Late'))
  open.wallets.load()
  await open.arrive()
  open.wallets.showExplorer()
  await open.arrive()
  expect(open.home()[0]).toMatchObject({ listing: { id: 'late', rdns: 'org.late.app' }, isInstalled: true })
  expect(idsOf(open.explorer().entries).filter((id) => id.includes('late'))).toEqual(['late'])
  const known = { ...rabby, otherRdns: ['io.rabby.mobile'] }
  const excluding = create({ builtIn: [known], modal: { explorerExcludedWalletIds: ['IO.rabby.mobile'] } })
  excluding.announce(announce('io.rabby', 'Rabby'))
  expect(idsOf(excluding.home())).toEqual([])
})

test('V1 a recent wallet comes before the installed ones', () => {
  const { announce: say, home } = create({ stored: JSON.stringify({ id: 'ledger', at: 1 }) })
  say(announce('io.rabby', 'Rabby'))
  expect(home().map(({ listing, isRecent, isInstalled }) => [listing.id, isRecent, isInstalled])).toEqual([
    ['ledger', true, false],
    ['rabby', false, true],
  ])
})

test('T-23 an announcement under an invalid name is no wallet, and no failure', () => {
  const { announce: say, home } = create()
  say(announce('org.empty', '\u200b'), announce('Not An Rdns', 'Name'), announce('io.rabby', 'Rabby'))
  expect(idsOf(home())).toEqual(['rabby', 'ledger'])
})

test("V6 D4 no wallet appears twice: announced, the host's own, built in, from the registry", async () => {
  const second = parseListing({ id: 'rabby-2', name: 'Rabby again', rdns: 'io.rabby' })
  const {
    announce: say,
    wallets,
    home,
    explorer,
    arrive,
  } = create({
    listings: [rabby, second, ledger, ...many(3)],
    modal: {
      desktopWallets: [
        { id: 'rabby', name: 'Our Rabby', links: { native: 'rabby://' } },
        { id: 'house', name: 'House', links: {}, rdns: 'com.house' },
      ],
    },
  })
  say(announce('com.house', 'House of the page'), announce('io.rabby', 'Rabby'))
  wallets.load()
  wallets.showExplorer()
  await arrive()
  expect(idsOf(home())).toEqual(['house', 'rabby', 'ledger'])
  expect(home().map(({ isInstalled, rdns }) => [isInstalled, rdns])).toEqual([
    [true, undefined],
    [true, undefined],
    [false, undefined],
  ])
  // The host app's own name and links, asked like the extension.
  expect(home()[1]?.listing).toMatchObject({ name: 'Our Rabby', rdns: 'io.rabby', desktop: { native: 'rabby://' } })
  expect(idsOf(explorer().entries)).toEqual(['house', 'rabby', 'ledger', 'w0', 'w1', 'w2'])
})

test('V6 an announced wallet becomes its listing when a page brings it, also after a search', async () => {
  const listings = [...many(60), parseListing({ id: 'late', name: 'Late', rdns: 'org.late' })]
  const { announce: say, wallets, home, explorer, arrive } = create({ listings })
  say(announce('org.late', 'Claims to be Late'))
  wallets.load()
  wallets.showExplorer()
  await arrive()
  expect(home()[0]).toMatchObject({ listing: { id: 'ext-org-late' }, rdns: 'org.late' })
  wallets.more()
  await arrive()
  expect(home()[0]).toMatchObject({ listing: { id: 'late' }, isInstalled: true, rdns: undefined })
  expect(idsOf(explorer().entries).filter((id) => id.endsWith('late'))).toEqual(['late'])
  wallets.search('wallet 1')
  await arrive(800)
  expect(home()[0]).toMatchObject({ listing: { id: 'late' } })
  expect(idsOf(explorer().entries)).not.toContain('late')
})

test('V6 R2 the search finds an installed unlisted wallet, from one character on', async () => {
  const { announce: say, wallets, explorer, arrive } = create({ listings: many(3) })
  say(announce('org.strange', 'Strange'))
  wallets.showExplorer()
  for (const [text, found] of [
    ['s', true],
    ['strang', true],
    ['x', false],
  ] as const) {
    wallets.search(text)
    await arrive(800)
    expect(idsOf(explorer().entries).includes('ext-org-strange'), text).toBe(found)
  }
})

test('D4 excluded wallets stay excluded when announced, by id and by rdns', async () => {
  const {
    announce: say,
    wallets,
    home,
    explorer,
    urls,
    arrive,
  } = create({
    listings: many(2),
    modal: { explorerExcludedWalletIds: ['rabby', 'org.strange'] },
  })
  say(announce('io.rabby', 'Rabby'), announce('org.strange', 'Strange'), announce('org.fine', 'Fine'))
  wallets.load()
  wallets.showExplorer()
  await arrive()
  expect(idsOf(home())).toEqual(['ext-org-fine', 'w0', 'w1'])
  expect(idsOf(explorer().entries)).toEqual(['ext-org-fine', 'w0', 'w1'])
  // A registry knows only ids, and refuses a query with anything else.
  expect(urls.map((url) => url.searchParams.get('excludedIds'))).toEqual(['rabby,ledger', 'rabby'])
})

test('T-21 does not reveal which wallets the visitor has installed', async () => {
  const { announce: say, wallets, urls, arrive } = create({ listings: many(2), builtIn: [] })
  say(announce('io.rabby', 'Rabby'), announce('org.strange', 'Strange'))
  wallets.load()
  wallets.showExplorer()
  await arrive()
  wallets.search('strange')
  await arrive(800)
  expect(urls).toHaveLength(3)
  expect(urls.filter(({ href }) => /rabby|ext-|org/.test(href))).toEqual([])
})

test('D4 "ALL" hides the list of the registry; installed wallets stay', async () => {
  const {
    announce: say,
    wallets,
    home,
    explorer,
    urls,
    arrive,
  } = create({
    listings: many(2),
    modal: { explorerExcludedWalletIds: 'ALL' },
  })
  expect(home()).toEqual([])
  say(announce('io.rabby', 'Rabby'), announce('org.strange', 'Strange'))
  expect(idsOf(home())).toEqual(['rabby', 'ext-org-strange'])
  wallets.load()
  wallets.showExplorer()
  await arrive()
  expect(idsOf(explorer().entries)).toEqual(['rabby', 'ext-org-strange'])
  expect(urls).toEqual([])
})

test('T-14 D3 an excluded wallet does not return as the recent one', () => {
  const options = { explorerExcludedWalletIds: ['rabby'] }
  const { home } = create({ modal: options, stored: JSON.stringify({ id: 'rabby', at: 1 }) })
  expect(idsOf(home())).toEqual(['ledger'])
})

test('D3 the wallet connected last is recent at once, and still after a search', async () => {
  const { wallets, home, explorer, arrive } = create({ listings: many(60) })
  wallets.load()
  wallets.showExplorer()
  await arrive()
  wallets.remember('w30')
  expect(home()[0]).toMatchObject({ listing: { id: 'w30' }, isRecent: true })
  expect(explorer().entries.find(({ listing }) => listing.id === 'w30')?.isRecent).toBe(true)
  wallets.search('wallet 1')
  await arrive(800)
  expect(home()[0]).toMatchObject({ listing: { id: 'w30' }, isRecent: true })
})

test('C2 V6 another page leaves every entry unchanged, and returned lists never change', async () => {
  const { wallets, explorer, arrive } = create({ listings: many(200) })
  wallets.showExplorer()
  await arrive()
  const first = explorer().entries
  const copy = [...first]
  wallets.more()
  await arrive()
  const second = explorer().entries
  expect(first).toEqual(copy)
  expect(second.length).toBe(first.length + 40)
  first.forEach((entry, index) => {
    expect(second[index]).toBe(entry)
  })
  // Nothing changed, so the list is the same object and is not drawn again.
  wallets.more()
  expect(explorer().entries).toBe(second)
})

test('V6 an announcement leaves the entries of other wallets unchanged', async () => {
  const { announce: say, wallets, explorer, arrive } = create({ listings: many(60) })
  wallets.showExplorer()
  await arrive()
  const before = explorer().entries
  say(announce('org.strange', 'Strange'))
  expect(explorer().entries.slice(1)).toEqual(before)
  explorer()
    .entries.slice(1)
    .forEach((entry, index) => {
      expect(entry).toBe(before[index])
    })
})

test('C2 the total includes the wallets on top, and is exact at the end', async () => {
  const { wallets, explorer, arrive } = create({ listings: [...many(60), ledger] })
  wallets.showExplorer()
  await arrive()
  expect(explorer()).toMatchObject({ isLastPage: false, total: 62 })
  wallets.more()
  await arrive()
  expect(explorer()).toMatchObject({ isLastPage: true, total: 62 })
  expect(explorer().entries).toHaveLength(62)
})

test('V6 10,000 listings: a late page checks no more entries than an early one', async () => {
  let reads = 0
  const total = 10_000
  const watched = (listing: Listing): Listing =>
    Object.defineProperty({ ...listing }, 'chains', {
      enumerable: true,
      get() {
        reads += 1
        return []
      },
    })
  const { createExplorerEntries } = await import('./explorer/explorerEntries.ts')
  const entryOf = (listing: Listing): WalletEntry => ({
    listing,
    imageUrl: undefined,
    isRecent: false,
    isInstalled: false,
    rdns: undefined,
  })
  const explorer = createExplorerEntries({ entryOf, isShown: ({ chains }) => chains.length === 0 })
  const pages: (readonly Listing[])[] = []
  const costs: number[] = []
  for (let from = 0; from < total; from += 40) {
    pages.push(many(40, from).map(watched))
    reads = 0
    explorer.list({ above: [], pages: [...pages], below: [] })
    costs.push(reads)
  }
  expect(explorer.list({ above: [], pages, below: [] })).toHaveLength(total)
  expect(new Set(costs)).toEqual(new Set([40]))
})

test('R3 the classic variant waits 1000 ms after the last character, the standard one 500 ms', async () => {
  for (const [variant, delayMs] of [
    ['standard', 500],
    ['classic', 1_000],
  ] as const) {
    const { wallets, timers, urls, arrive } = create({ listings: many(60), modal: { variant } })
    wallets.showExplorer()
    await arrive()
    const before = urls.length
    wallets.search('Wallet 5')
    await timers.advance(delayMs - 1)
    expect(urls.length, variant).toBe(before)
    await timers.advance(1)
    expect(urls.at(-1)?.searchParams.get('search'), variant).toBe('Wallet 5')
  }
})

test('C11 without its own list the classic variant opens with built-in and registry’s wallets', async () => {
  const alone = create({ modal: { variant: 'classic' } })
  alone.wallets.load()
  await alone.arrive()
  expect(idsOf(alone.explorer().entries)).toEqual(['rabby', 'ledger'])
  expect(alone.explorer()).toMatchObject({ status: 'ready', isLastPage: true })
  const { wallets, explorer, arrive } = create({ listings: many(60), modal: { variant: 'classic' } })
  wallets.load()
  await arrive()
  expect(explorer()).toMatchObject({ status: 'ready', isLastPage: false, total: 60 })
})

test('D4 opening the modal reports a host app’s malformed wallet; all others are there', () => {
  const { wallets, failures, home } = create({
    modal: { mobileWallets: [{ id: 'Own Wallet', name: 'Own', links: {} }] },
  })
  expect(idsOf(home())).toEqual(['rabby', 'ledger'])
  expect(failures).toEqual([])
  wallets.load()
  expect(failures).toMatchObject([{ message: expect.stringContaining('listing id') }])
})

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

test('F-L3 a silent registry is missing after 3 s, given up after 5 s, asked again by Retry', async () => {
  let answer: () => Promise<Response> = () => new Promise(() => {})
  const { wallets, timers, explorer, arrive, failures, home } = create({ listings: [], fetch: () => answer() })
  wallets.load()
  wallets.showExplorer()
  await arrive(1_999)
  expect(explorer()).toMatchObject({ status: 'loading', isUnavailable: false })
  await timers.advance(1)
  expect(explorer()).toMatchObject({ status: 'loading', isUnavailable: true })
  expect(idsOf(explorer().entries)).toEqual(['rabby', 'ledger'])
  expect(idsOf(home())).toEqual(['rabby', 'ledger'])
  await timers.advance(10_000)
  expect(explorer()).toMatchObject({ status: 'failed', isUnavailable: true })
  expect(failures[0]).toMatchObject({ message: expect.stringContaining('No answer within 5 seconds') })
  answer = async () => Response.json({ listings: many(3).map(formatListing), total: 3, page: 1 })
  wallets.more()
  await arrive()
  expect(explorer()).toMatchObject({ status: 'ready', isUnavailable: false })
  expect(idsOf(explorer().entries)).toEqual(['rabby', 'ledger', 'w0', 'w1', 'w2'])
})

test('F-L3 accepts a late answer, and then reports nothing missing any more', async () => {
  const late: ((response: Response) => void)[] = []
  const { wallets, timers, explorer, arrive } = create({
    listings: [],
    modal: { explorerRecommendedWalletIds: 'NONE' },
    fetch: () => new Promise((resolve) => void late.push(resolve)),
  })
  wallets.showExplorer()
  await arrive(2_100)
  expect(explorer().isUnavailable).toBe(true)
  expect(idsOf(explorer().entries)).toEqual(['rabby', 'ledger'])
  late[0]?.(Response.json({ listings: many(3).map(formatListing), total: 3, page: 1 }))
  await timers.advance(300)
  expect(explorer()).toMatchObject({ status: 'ready', isUnavailable: false })
  await timers.advance(10_000)
  expect(explorer().isUnavailable).toBe(false)
})

test('F-L3 another page that is slow adds nothing to the list, and removes nothing', async () => {
  const { wallets, timers, explorer, arrive } = create({
    listings: [],
    modal: { explorerRecommendedWalletIds: 'NONE' },
    fetch: async (input) => {
      const page = Number(new URL(String(input)).searchParams.get('page'))
      if (page > 1) return new Promise(() => {})
      return Response.json({ listings: many(40).map(formatListing), total: 100, page })
    },
  })
  wallets.showExplorer()
  await arrive()
  const { entries } = explorer()
  expect(entries).toHaveLength(40)
  wallets.more()
  await timers.advance(4_000)
  expect(explorer()).toMatchObject({ status: 'loading', isUnavailable: false })
  expect(explorer().entries).toEqual(entries)
})

test('F-L3 another page that fails hides nothing, and the search can be repeated', async () => {
  let isDown = false
  const all = many(100)
  const { wallets, timers, explorer, arrive } = create({
    listings: [],
    modal: { explorerRecommendedWalletIds: 'NONE' },
    fetch: async (input) => {
      if (isDown) return unreachable()
      const page = Number(new URL(String(input)).searchParams.get('page'))
      return Response.json({ listings: all.slice((page - 1) * 40, page * 40).map(formatListing), total: 100, page })
    },
  })
  wallets.showExplorer()
  await arrive()
  isDown = true
  wallets.more()
  await timers.advance(300)
  expect(explorer()).toMatchObject({ status: 'failed', isUnavailable: false })
  expect(explorer().entries).toHaveLength(42)
  wallets.search('Wallet 7')
  await timers.advance(800)
  expect(explorer()).toMatchObject({ status: 'failed', isUnavailable: true, search: 'Wallet 7' })
  // None of the built-in wallets has the name, so all of them are there to choose from.
  expect(idsOf(explorer().entries)).toEqual(['rabby', 'ledger'])
  isDown = false
  wallets.more()
  await timers.advance(300)
  expect(explorer()).toMatchObject({ status: 'ready', isUnavailable: false, search: 'Wallet 7' })
})

test('F-L3 the next opening does not report an earlier failure', async () => {
  const { wallets, explorer, arrive } = create({ listings: [], fetch: unreachable })
  wallets.load()
  await arrive()
  expect(explorer().isUnavailable).toBe(true)
  wallets.pause()
  await arrive()
  expect(explorer().isUnavailable).toBe(false)
})

test.each([
  ['a byte of the manifest', (files: ReturnType<typeof createTestBundle>) => spoil(files, /manifest/)],
  ['a byte of the digests', (files: ReturnType<typeof createTestBundle>) => spoil(files, /digests/)],
  ['nothing but the time', () => {}],
])('T-104 F-L3 a signed registry fails by %s: built-in wallets, failure and line', async (_, change) => {
  const listings = many(3)
  const isExpired = change.length === 0
  const files = createTestBundle(listings, isExpired ? { expiresAt: 1_650_000_000_000 } : {})
  change(files)
  const answer = () => Response.json({ listings: listings.map(formatListing), total: 3, page: 1 })
  const { fetch, asked } = serveTestRegistry(files, answer)
  const { wallets, explorer, home, failures, arrive, until } = create({
    listings: [],
    fetch,
    registryKey: keyOf('registry'),
  })
  wallets.load()
  wallets.showExplorer()
  await arrive(0)
  await until(() => expect(explorer()).toMatchObject({ status: 'failed', isUnavailable: true }))
  expect(asked).toContain('/v1/manifest.json')
  expect(idsOf(explorer().entries)).toEqual(['rabby', 'ledger'])
  expect(idsOf(home())).toEqual(['rabby', 'ledger'])
  expect(failures[0]).toMatchObject({ message: expect.stringContaining('cannot be trusted and is not used') })
})

test('T-104 an intact signed registry: its wallets, and images if its service has them', async () => {
  const listings = many(3)
  const answer = () => Response.json({ listings: listings.map(formatListing), total: 3, page: 1 })
  const { fetch } = serveTestRegistry(createTestBundle(listings), answer)
  const images: string[] = []
  const { wallets, explorer, arrive, until } = create({ listings: [], fetch, images, registryKey: keyOf('registry') })
  wallets.showExplorer()
  await arrive(0)
  await until(() => expect(explorer().status).toBe('ready'))
  expect(explorer().entries.find(({ listing }) => listing.id === 'w1')?.imageUrl).toMatch(/^blob:/)
  expect(images).toContain('https://registry.example/w3m/v1/getWalletImage/i1')
})

test('a registry of files: recommended wallets and the list, with images of the bundle', async () => {
  const listings = [...many(120), ledger].map((listing) => ({ ...listing, chains: ['eip155'] }))
  const { fetch } = serveTestRegistry(createTestBundle(listings))
  const images: string[] = []
  const { wallets, explorer, home, failures, arrive } = create({ listings: [], fetch, images })
  wallets.load()
  await arrive()
  wallets.showExplorer()
  await arrive()
  expect(idsOf(home())).toEqual(['w0', 'w1', 'w2'])
  expect(home()[0]?.imageUrl).toMatch(/^blob:/)
  expect(images[0]).toBe('https://registry.example/v1/images/i0/md.webp')
  expect(explorer()).toMatchObject({ status: 'ready', isUnavailable: false, total: 121 })
  wallets.search('ledger')
  await arrive(800)
  expect(idsOf(explorer().entries)).toEqual(['ledger'])
  expect(failures).toEqual([])
})

test('F-L4 fetches images of the home list once the registry answers; the host app’s own stay', async () => {
  const images: string[] = []
  const own = { w1: 'https://app.example/own.svg' }
  const { wallets, home, arrive } = create({ listings: many(60), images, modal: { walletImages: own } })
  wallets.load()
  await arrive(0)
  expect(home().map(({ imageUrl }) => imageUrl)).toEqual([undefined, own.w1, undefined])
  await arrive(100)
  expect(home().map(({ imageUrl }) => imageUrl?.slice(0, 5))).toEqual(['blob:', 'https', 'blob:'])
  expect(images).toEqual(['i0', 'i2'].map((id) => `https://registry.example/w3m/v1/getWalletImage/${id}`))
  wallets.showExplorer()
  await arrive()
  wallets.stop()
  const [{ imageUrl = '' } = {}] = home()
  await expect(fetch(imageUrl)).rejects.toThrow()
})

test('F-L4 T-12 shows an image of the classic list by a blob: address once it is visible', async () => {
  const images: string[] = []
  const wallet = (id: string) => ({
    name: id,
    image_url: { sm: `https://list.example/getWalletImage/${id}.png` },
    mobile: { universal: `https://${id}.example` },
  })
  const ids = ['aa', 'bb', 'cc', 'own']
  const { wallets, explorer, arrive } = create({
    listings: [],
    images,
    isImage: () => images.length < 2,
    fetch: async (input) =>
      String(input).endsWith('.png')
        ? new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/svg+xml' } })
        : Response.json({ listings: Object.fromEntries(ids.map((id) => [id, wallet(id)])) }),
    modal: {
      variant: 'classic',
      classicRegistryUrl: 'https://list.example/wallets.json',
      walletImages: { own: 'https://app.example/own.svg' },
    },
  })
  const shown = () => explorer().entries.map(({ imageUrl }) => imageUrl?.slice(0, 5))
  wallets.load()
  await arrive()
  expect(idsOf(explorer().entries)).toEqual(ids)
  expect(images).toEqual([])
  wallets.wantImages(explorer().entries.map(({ listing }) => listing))
  await arrive()
  expect(shown()).toEqual(['blob:', 'blob:', undefined, 'https'])
  const [{ imageUrl = '' } = {}] = explorer().entries
  wallets.stop()
  await expect(fetch(imageUrl)).rejects.toThrow()
})

test('F-L4 the next opening requests images that were loading when the modal closed', async () => {
  const images: string[] = []
  let isSilent = true
  const { wallets, home, arrive } = create({
    listings: [],
    isImage: () => !isSilent,
    images,
    fetch: async (input) =>
      String(input).includes('getWalletImage')
        ? new Promise(() => {})
        : Response.json({ listings: many(3).map(formatListing), total: 3, page: 1 }),
  })
  wallets.load()
  await arrive(200)
  wallets.pause()
  await arrive(0)
  isSilent = false
  wallets.load()
  await arrive(200)
  expect(images).toHaveLength(3)
  expect(home().every(({ imageUrl }) => imageUrl?.startsWith('blob:'))).toBe(true)
})

test('the lists are not ready before the ways to each wallet are known', () => {
  let areRoutesKnown = false
  const { wallets, isReady, home } = create({
    modal: { desktopWallets: [{ id: 'quay', name: 'Quay', links: { native: 'quay://' } }] },
    isReady: () => areRoutesKnown,
  })
  expect([isReady(), home()]).toEqual([false, []])
  areRoutesKnown = true
  wallets.refresh()
  expect(isReady()).toBe(true)
  expect(home().map(({ listing }) => listing.id)).toContain('quay')
})
