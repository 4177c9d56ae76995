import { untilState } from '@hawser/test-kit/untilState'
import { formatListing, parseListing } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choiceOf } from '../flow/state.ts'
import { isConnecting, viewForVia } from '../flow/views.ts'
import type { createTimers } from '../platform/timers.fixture.ts'
import { listingsSnapshot } from '../wallets/listings.snapshot.ts'
import { android, desktop, start } from './linker.fixture.ts'
import type { LinkerEvent } from './linkerEvent.ts'

const plain = parseListing({ id: 'plain', name: 'Plain', homepage: 'https://plain.example' })
const rainbow = parseListing({
  id: 'rainbow',
  name: 'Rainbow',
  mobile: { native: 'rainbow://', universal: 'https://rnbwapp.com' },
  desktop: { native: 'rainbow://', universal: 'https://web.rainbow.me' },
})

const many = (length: number) =>
  Array.from({ length }, (_, index) =>
    parseListing({ id: `w${index}`, name: `Wallet ${index}`, image_id: `i${index}` }),
  )

/** Waits for code that is fetched on demand, and for its effects. */
async function arrive(timers: ReturnType<typeof createTimers>): Promise<void> {
  await import('../wallets/explorer/explorer.ts')
  // The built-in registry answers when the network fails.
  await import('../registry/static.ts')
  await timers.advance(0)
}

test('sends nothing before the modal opens', async () => {
  const { linker, timers, sockets, urls } = await start({
    registryUrl: 'https://registry.example',
    linkUrl: 'https://app.example/link',
  })
  await timers.advance(10_000)
  expect([sockets, urls]).toEqual([[], []])
  expect(linker.getState()).toMatchObject({
    flow: { status: 'closed' },
    view: { name: 'ConnectWallet' },
    canGoBack: false,
  })
})

test('opened: code and built-in wallets appear at once, in one change', async () => {
  const { linker } = await start()
  let changes = 0
  linker.subscribe(() => {
    changes += 1
  })
  const before = linker.getState()
  linker.send({ type: 'opened' })
  const state = linker.getState()
  expect(changes).toBe(1)
  expect(state).not.toBe(before)
  expect(state.pairingUri).toMatch(/^wc:/)
  expect(state.wallets.shown.map(({ listing }) => listing.id)).toEqual(listingsSnapshot.slice(0, 3).map(({ id }) => id))
  expect(linker.getState()).toBe(state)
  linker.send({ type: 'opened' })
  expect(linker.getState()).toBe(state)
})

test('subscribe: the returned function ends the calls', async () => {
  const { linker } = await start()
  let calls = 0
  const undo = linker.subscribe(() => {
    calls += 1
  })
  undo()
  linker.send({ type: 'opened' })
  expect(calls).toBe(0)
})

test('S2 views are pushed once and popped; opening starts again', async () => {
  const { linker } = await start()
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  expect(linker.getState()).toMatchObject({ view: { name: 'WalletExplorer' }, canGoBack: true })
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect(linker.getState().view).toEqual({ name: 'DesktopConnecting', listing: rainbow })
  linker.send({ type: 'platformChosen', via: 'web' })
  expect(linker.getState().view).toEqual({ name: 'WebConnecting', listing: rainbow })
  linker.send({ type: 'wentBack' })
  expect(linker.getState()).toMatchObject({ view: { name: 'WalletExplorer' }, flow: { status: 'choosing' } })
  linker.send({ type: 'wentBack' })
  expect(linker.getState()).toMatchObject({ view: { name: 'ConnectWallet' }, canGoBack: false })
  linker.send({ type: 'wentBack' })
  expect(linker.getState().view.name).toBe('ConnectWallet')
  linker.send({ type: 'viewShown', view: { name: 'Qrcode' } })
  linker.send({ type: 'closed' })
  linker.send({ type: 'opened' })
  expect(linker.getState()).toMatchObject({ view: { name: 'ConnectWallet' }, canGoBack: false })
})

test('V9 any other view name is shown unchanged', async () => {
  const { linker } = await start()
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: JSON.parse('{"name":"NoSuchView"}') })
  expect(linker.getState().view).toEqual({ name: 'NoSuchView' })
  // The view of a wallet follows only from the choice of that wallet.
  linker.send({ type: 'viewShown', view: JSON.parse('{"name":"MobileConnecting"}') })
  expect(linker.getState().view).toEqual({ name: 'NoSuchView' })
})

test('on a phone a wallet beyond the relay’s reach opens the page in its own browser', async () => {
  const copied: string[] = []
  const { linker } = await start({
    platform: android,
    relayReach: 'own',
    walletBrowser: { url: 'https://app.example/wallets' },
    copyText: async (text) => void copied.push(text),
  })
  linker.send({ type: 'opened' })
  const find = () => linker.getState().wallets.shown.find(({ listing }) => listing.name === 'MetaMask')?.listing
  await untilState(linker, () => find() !== undefined)
  const metaMask = find()
  expect(metaMask?.mobile).toEqual({ native: undefined, universal: undefined })
  linker.send({ type: 'walletChosen', listing: metaMask ?? plain })
  const { view, flow, walletPage } = linker.getState()
  expect([view.name, flow.status]).toEqual(['WalletBrowser', 'choosing'])
  expect(walletPage).toMatchObject({
    address: 'https://app.example/wallets',
    appName: 'Our App',
    namespaces: ['eip155'],
  })
  linker.send({ type: 'linkCopied', link: 'https://app.example/wallets' })
  await untilState(linker, ({ toast }) => toast?.message === 'linkCopied')
  expect(copied).toEqual(['https://app.example/wallets'])
  linker.send({ type: 'wentBack' })
  expect(linker.getState().view.name).toBe('ConnectWallet')
})

test('V8 a wallet that cannot be opened here can be installed', async () => {
  const { linker, opened } = await start()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: plain })
  expect(linker.getState()).toMatchObject({
    view: { name: 'InstallWallet', listing: plain },
    flow: { status: 'choosing' },
  })
  linker.send({ type: 'installWanted' })
  expect(opened).toEqual([{ href: 'https://plain.example/', target: '_blank' }])
  linker.send({ type: 'wentBack' })
  expect(linker.getState().view.name).toBe('ConnectWallet')
})

test('opens a link before send returns, so that the browser sees the tap', async () => {
  const { linker, opened } = await start({ platform: android })
  linker.send({ type: 'opened' })
  linker.send({ type: 'anyWalletChosen' })
  const { pairingUri = '' } = linker.getState()
  expect(opened).toEqual([{ href: pairingUri, target: '_self' }])
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect(opened[1]).toEqual({ href: `rainbow://wc?uri=${encodeURIComponent(pairingUri)}`, target: '_self' })
  linker.send({ type: 'linkOpened', preferUniversal: true })
  expect(opened[2]).toEqual({ href: `https://rnbwapp.com/wc?uri=${encodeURIComponent(pairingUri)}`, target: '_blank' })
})

test('a browser that refuses to open a link leaves the visitor in front of Retry', async () => {
  const { linker } = await start({
    platform: android,
    openLink: () => {
      throw new Error('blocked')
    },
  })
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect(linker.getState()).toMatchObject({ flow: { status: 'connecting' }, view: { name: 'MobileConnecting' } })
})

test('Retry after a silent relay opens the chosen wallet with the new code, within the tap', async () => {
  const { linker, timers, opened } = await start({ platform: android })
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await timers.advance(8_000)
  expect(linker.getState()).toMatchObject({
    flow: { status: 'failed' },
    view: { name: 'MobileConnecting' },
    relay: 'unreachable',
  })
  // In practice the next code's key is ready before a visitor taps. Its hash comes from a separate thread.
  for (let turn = 0; turn < 8; turn += 1) await crypto.subtle.digest('SHA-256', new Uint8Array(32))
  await timers.advance(0)
  linker.send({ type: 'retried' })
  expect(linker.getState()).toMatchObject({ flow: { status: 'connecting' }, relay: 'waiting' })
  expect(opened).toHaveLength(2)
  expect(opened[1]?.href).toBe(`rainbow://wc?uri=${encodeURIComponent(linker.getState().pairingUri ?? '')}`)
})

test('T-65 a silent relay counts as slow after 2 s; before 8 s Retry replaces the code', async () => {
  const { linker, timers } = await start()
  linker.send({ type: 'opened' })
  await timers.advance(1_999)
  expect(linker.getState()).toMatchObject({ relay: 'waiting', pairingUri: expect.stringMatching(/^wc:/) })
  await timers.advance(1)
  expect(linker.getState().relay).toBe('slow')
  await timers.advance(5_999)
  expect(linker.getState()).toMatchObject({ flow: { status: 'failed' }, relay: 'unreachable' })
  expect(linker.getState().pairingUri).toBeUndefined()
})

/** Creates a relay that accepts everything until it is cut. From then on every socket closes at once. */
function createCutRelay() {
  let isCut = false
  const sockets = new Set<{ onclose?: (event: { code: number; reason: string }) => void }>()
  return {
    createWebSocket() {
      const socket = {
        onopen: () => {},
        onmessage: (_: { data: string }) => {},
        onclose: (_: { code: number; reason: string }) => {},
        send(text: string) {
          const { id } = JSON.parse(text)
          queueMicrotask(() => socket.onmessage({ data: JSON.stringify({ id, jsonrpc: '2.0', result: true }) }))
        },
        close() {},
      }
      sockets.add(socket)
      queueMicrotask(() => (isCut ? socket.onclose({ code: 1006, reason: '' }) : socket.onopen()))
      return socket as unknown as WebSocket
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.onclose?.({ code: 1006, reason: '' })
    },
  }
}

test('a lost relay counts as slow after 2 s, with any number of retries', async () => {
  const relay = createCutRelay()
  const { linker, timers } = await start({ createWebSocket: relay.createWebSocket })
  linker.send({ type: 'opened' })
  await timers.advance(0)
  await expect.poll(() => linker.getState().relay).toBe('acknowledged')
  relay.cut()
  await timers.advance(1_900)
  expect(linker.getState().relay).toBe('acknowledged')
  await timers.advance(200)
  expect(linker.getState().relay).toBe('slow')
})

test('without randomness there is a failure instead of a code', async () => {
  const { linker, timers } = await start({
    randomBytes: () => {
      throw new Error('no entropy')
    },
  })
  linker.send({ type: 'opened' })
  await timers.settle()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'failed', error: { kind: 'connectionFailed' } },
    pairingUri: undefined,
  })
})

test('S6, C7 "Link copied" disappears after 2200 ms; a newer toast keeps its own time', async () => {
  const { linker, timers, copied } = await start()
  linker.send({ type: 'linkCopied' })
  expect(copied).toEqual([])
  linker.send({ type: 'opened' })
  linker.send({ type: 'linkCopied' })
  await timers.advance(1_200)
  expect(copied).toEqual([linker.getState().pairingUri])
  expect(linker.getState().toast).toEqual({ kind: 'success', message: 'linkCopied', text: undefined })
  linker.send({ type: 'linkCopied' })
  await timers.advance(2_199)
  expect(linker.getState().toast).toBeDefined()
  await timers.advance(1)
  expect(linker.getState().toast).toBeUndefined()
})

test('M F10a "Failed to copy" if the browser refuses: shows the link until the modal closes', async () => {
  const { linker, timers } = await start({ copyText: () => Promise.reject(new Error('NotAllowedError')) })
  linker.send({ type: 'opened' })
  linker.send({ type: 'linkCopied' })
  await timers.settle()
  expect(linker.getState().toast).toEqual({ kind: 'error', message: 'failedToCopy', text: undefined })
  expect(linker.getState().isLinkShown).toBe(true)
  linker.send({ type: 'closed' })
  expect(linker.getState().toast).toBeUndefined()
  expect(linker.getState().isLinkShown).toBe(false)
})

test('R1 a search runs from one character on, 500 ms after the last', async () => {
  const { linker, timers, urls } = await start({ registryUrl: 'https://registry.example', listings: many(60) })
  linker.send({ type: 'opened' })
  await arrive(timers)
  expect(urls).toHaveLength(1)
  for (const text of ['W', 'Wa', 'Wallet 5']) {
    linker.send({ type: 'searched', text })
    await timers.advance(499)
  }
  expect(linker.getState().explorer).toMatchObject({ status: 'loading', search: 'Wallet 5' })
  expect(urls).toHaveLength(1)
  await timers.advance(1)
  expect(urls[1]?.searchParams.get('search')).toBe('Wallet 5')
  await timers.advance(300)
  const { explorer } = linker.getState()
  expect(explorer.status).toBe('ready')
  expect(explorer.entries.map(({ listing }) => listing.name)).toEqual(
    expect.arrayContaining(['Wallet 5', 'Wallet 50', 'Wallet 59']),
  )
  expect(explorer.entries.every(({ listing }) => listing.name.includes('Wallet 5'))).toBe(true)
})

test('C2 pages of 40 follow one another until all are there', async () => {
  const { linker, timers, urls } = await start({ registryUrl: 'https://registry.example', listings: many(100) })
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  await arrive(timers)
  await timers.advance(300)
  // 9 recommended wallets on top, 40 of the 91 others below.
  expect(linker.getState().explorer).toMatchObject({ status: 'ready', isLastPage: false })
  const first = linker.getState().explorer.entries[0]
  for (let page = 2; page <= 3; page += 1) {
    linker.send({ type: 'moreWanted' })
    linker.send({ type: 'moreWanted' })
    await timers.advance(300)
  }
  expect(linker.getState().explorer).toMatchObject({ isLastPage: true })
  expect(linker.getState().explorer.entries).toHaveLength(100)
  // The drawn entries stay the same objects, so that they are not drawn again.
  expect(linker.getState().explorer.entries[0]).toBe(first)
  linker.send({ type: 'moreWanted' })
  await timers.advance(300)
  expect(urls.map((url) => url.searchParams.get('page'))).toEqual(['1', '1', '2', '3'])
  expect(linker.getState().explorer.entries[0]?.imageUrl).toMatch(/^blob:/)
})

test('the explorer reloads if the recommended wallets came only at the second opening', async () => {
  let isDown = true
  const listings = many(50)
  const { linker, timers } = await start({
    registryUrl: 'https://registry.example',
    fetch: async (input) => {
      const { searchParams } = new URL(String(input))
      const isRecommended = searchParams.get('entries') === '9'
      if (isRecommended && isDown) return Response.json({ code: 'internal_error', message: 'x' }, { status: 500 })
      const excluded = (searchParams.get('excludedIds') ?? '').split(',')
      const found = [...listingsSnapshot, ...listings].filter(({ id }) => !excluded.includes(id))
      const shown = isRecommended ? listings.slice(0, 9) : found.slice(0, 40)
      return Response.json({ listings: shown.map(formatListing), total: found.length, page: 1 })
    },
  })
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  await arrive(timers)
  await timers.advance(300)
  expect(linker.getState().explorer.status).toBe('ready')
  linker.send({ type: 'closed' })
  isDown = false
  linker.send({ type: 'opened' })
  await arrive(timers)
  await timers.advance(300)
  const ids = linker.getState().explorer.entries.map(({ listing }) => listing.id)
  expect(ids.slice(0, 9)).toEqual(listings.slice(0, 9).map(({ id }) => id))
  expect(ids).toEqual(expect.arrayContaining(listingsSnapshot.map(({ id }) => id)))
})

test('C5 "Failed preloading" when no image of a page came', async () => {
  const { linker, timers } = await start({
    registryUrl: 'https://registry.example',
    fetch: async (input) => {
      if (String(input).includes('/getWalletImage/')) return new Response('', { status: 404 })
      return Response.json({ listings: many(20).map(formatListing), total: 20, page: 1 })
    },
  })
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  await arrive(timers)
  await timers.advance(300)
  expect(linker.getState()).toMatchObject({ toast: { message: 'failedPreloading' }, explorer: { status: 'ready' } })
})

test('L3 F-L3 a registry that fails in the explorer: a toast, and all built-in wallets stay', async () => {
  const { linker, timers } = await start({
    registryUrl: 'https://registry.example',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  await arrive(timers)
  expect(linker.getState()).toMatchObject({
    explorer: { status: 'failed' },
    toast: { kind: 'error', message: 'unknownError' },
  })
  expect(linker.getState().explorer.entries).toHaveLength(listingsSnapshot.length)
  expect(linker.getState().explorer.isUnavailable).toBe(true)
  linker.send({ type: 'searched', text: 'metamask' })
  await timers.advance(500)
  expect(linker.getState().explorer).toMatchObject({ search: 'metamask', status: 'failed', isUnavailable: true })
  expect(linker.getState().explorer.entries).toHaveLength(listingsSnapshot.length)
})

test('without a registry the search covers the built-in wallets and sends nothing', async () => {
  const { linker, timers, urls } = await start()
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  await arrive(timers)
  expect(linker.getState().explorer).toMatchObject({
    status: 'ready',
    isLastPage: true,
    total: listingsSnapshot.length,
  })
  linker.send({ type: 'searched', text: 'ledger' })
  await timers.advance(500)
  expect(linker.getState().explorer.entries.map(({ listing }) => listing.name)).toEqual(['Ledger'])
  linker.send({ type: 'searched', text: 'nothing like it' })
  await timers.advance(500)
  expect(linker.getState().explorer.entries).toEqual([])
  expect(urls).toEqual([])
})

test("D4 the host's own wallets come first, excluded ones never, images by id", async () => {
  const excluded = listingsSnapshot[0]?.id ?? ''
  const { linker, timers, urls } = await start({
    registryUrl: 'https://registry.example',
    listings: [...listingsSnapshot],
    modal: {
      desktopWallets: [{ id: 'own', name: 'Own', links: { universal: 'https://own.example' } }],
      explorerExcludedWalletIds: [excluded],
      walletImages: { own: '/own.svg' },
    },
  })
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  await arrive(timers)
  await timers.advance(300)
  const { wallets, explorer } = linker.getState()
  expect(wallets.shown[0]).toMatchObject({ listing: { id: 'own' }, imageUrl: '/own.svg' })
  expect([...wallets.shown, ...explorer.entries].some(({ listing }) => listing.id === excluded)).toBe(false)
  expect(urls.every((url) => url.searchParams.get('excludedIds')?.split(',').includes(excluded))).toBe(true)
})

test('D4 recommended by the host, in its order; everything else excluded', async () => {
  const listings = many(10)
  const { linker, timers, urls } = await start({
    registryUrl: 'https://registry.example',
    listings,
    modal: { explorerRecommendedWalletIds: ['w7', 'w2'], explorerExcludedWalletIds: 'ALL' },
    fetch: async () =>
      Response.json({ listings: [listings[2], listings[7]].map((item) => item && formatListing(item)), total: 2 }),
  })
  linker.send({ type: 'opened' })
  await arrive(timers)
  expect(linker.getState().wallets.shown.map(({ listing }) => listing.id)).toEqual(['w7', 'w2'])
  expect(linker.getState().wallets.hasMore).toBe(false)
  expect(urls).toEqual([])
})

test('D3 a recent wallet comes first; an unknown one is not shown', async () => {
  const known = listingsSnapshot[5]?.id
  for (const [id, expected] of [
    [known, known],
    ['gone', listingsSnapshot[0]?.id],
  ]) {
    const storage = { get: () => JSON.stringify({ id, at: 1 }), set() {}, remove() {} }
    const { linker } = await start({ storage })
    linker.send({ type: 'opened' })
    expect(linker.getState().wallets.shown[0]?.listing.id).toBe(expected)
    expect(linker.getState().wallets.shown[0]?.isRecent).toBe(id === known)
  }
})

test('closing stops pending work: a late answer changes nothing', async () => {
  let answer: (response: Response) => void = () => {}
  const { linker, timers } = await start({
    registryUrl: 'https://registry.example',
    fetch: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  linker.send({ type: 'opened' })
  await arrive(timers)
  linker.send({ type: 'closed' })
  await timers.settle()
  const closed = linker.getState()
  answer(Response.json({ listings: many(9).map(formatListing), total: 9 }))
  await timers.advance(10_000)
  expect(linker.getState()).toBe(closed)
  expect(timers.open()).toBe(0)
})

test('linked wallets without a link API are empty, and ready', async () => {
  const { linker } = await start()
  linker.send({ type: 'linkedWalletsWanted' })
  await untilState(linker, ({ linkedWallets }) => linkedWallets.status === 'ready')
  expect(linker.getState().linkedWallets).toMatchObject({ wallets: [], error: undefined, history: { events: [] } })
})

test('linked wallets: an unreadable list, and a refused unlinking', async () => {
  const wallet = { id: 'w1', accountId: 'eip155:1:0xabc', walletName: 'Rainbow', linkedAt: 1 }
  let isDown = true
  const { linker } = await start({
    linkUrl: 'https://app.example/link',
    fetch: async (_, init) => {
      if (isDown) throw new TypeError('Failed to fetch')
      if (init?.method === 'DELETE')
        return Response.json({ code: 'not_signed_in', message: 'Sign in.' }, { status: 401 })
      return Response.json({ wallets: [wallet] })
    },
  })
  const next = (isWanted: () => boolean) =>
    new Promise<void>((resolve) => {
      const undo = linker.subscribe(() => {
        if (!isWanted()) return
        undo()
        resolve()
      })
    })
  linker.send({ type: 'linkedWalletsWanted' })
  expect(linker.getState().linkedWallets.status).toBe('loading')
  await next(() => linker.getState().linkedWallets.status === 'failed')
  expect(linker.getState().linkedWallets.error).toMatchObject({ code: 'link_unavailable' })
  isDown = false
  linker.send({ type: 'linkedWalletsWanted' })
  await next(() => linker.getState().linkedWallets.status === 'ready')
  expect(linker.getState().linkedWallets).toMatchObject({ wallets: [wallet], error: undefined })
  linker.send({ type: 'unlinked', id: 'w1' })
  await next(() => linker.getState().linkedWallets.actions?.w1?.status === 'failed')
  expect(linker.getState().linkedWallets).toMatchObject({
    status: 'ready',
    wallets: [wallet],
    error: undefined,
    actions: { w1: { kind: 'unlink', error: { code: 'not_signed_in' } } },
  })
})

test('views match the flow after any action of the visitor', async () => {
  const event = fc.constantFrom<LinkerEvent>(
    { type: 'opened' },
    { type: 'closed' },
    { type: 'walletChosen', listing: rainbow },
    { type: 'walletChosen', listing: plain },
    { type: 'anyWalletChosen' },
    { type: 'platformChosen', via: 'web' },
    { type: 'platformChosen', via: 'qrcode' },
    { type: 'linkOpened' },
    { type: 'retried' },
    { type: 'wentBack' },
    { type: 'viewShown', view: { name: 'WalletExplorer' } },
    { type: 'viewShown', view: { name: 'Qrcode' } },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(event, fc.boolean()), { maxLength: 20 }),
      fc.boolean(),
      async (events, isPhone) => {
        const { linker, timers } = await start({ platform: isPhone ? android : desktop })
        for (const [sent, isRelaySilent] of events) {
          linker.send(sent)
          if (isRelaySilent) await timers.advance(8_000)
          const { flow, view, canGoBack } = linker.getState()
          if (flow.status === 'closed') continue
          const choice = choiceOf(flow)
          if (isConnecting(view)) expect(view).toEqual(choice && viewForVia(choice.listing, choice.via))
          if (view.name === 'ConnectWallet') expect([choice, canGoBack]).toEqual([undefined, false])
          else expect(canGoBack).toBe(true)
          // A code exists exactly while it can be scanned. Two codes within one task need a moment for the second key.
          const hasCode = () => linker.getState().pairingUri !== undefined
          const isWanted = flow.status === 'choosing' || flow.status === 'connecting'
          if (hasCode() !== isWanted) await expect.poll(hasCode, { interval: 1 }).toBe(isWanted)
        }
        linker.stop()
        expect(linker.getState().flow.status).toBe('closed')
      },
    ),
    { numRuns: 100 },
  )
})

test('closed at once: pending work sends the registry nothing', async () => {
  const { linker, timers, urls } = await start({ registryUrl: 'https://registry.example', listings: [] })
  linker.send({ type: 'opened' })
  linker.send({ type: 'closed' })
  await timers.advance(1_000)
  await import('../wallets/explorer/explorer.ts')
  await timers.advance(1_000)
  expect(urls).toEqual([])
})
