import { createLinker, type Linker, type LinkerState, type LinkToOpen, type RelayLinkerOptions } from '@hawser/core'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import type { Namespaces } from '@hawser/wire'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClients, next } from '../../packages/sign/src/testing/testClients.fixture.ts'

// A phone discards the page while its visitor is in the wallet, and reloads the page when the visitor returns.

const address = '0x1111111111111111111111111111111111111111'
const accountId = `eip155:1:${address}` as const
const namespaces: Namespaces = {
  eip155: { chains: ['eip155:1'], accounts: [accountId], methods: ['personal_sign'], events: [] },
}
const phone = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false } as const
const signature = `0x${'11'.repeat(64)}1b`

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

/** Creates the storages of one tab and one browser, as pages see them. */
function createStorages() {
  const areas = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }
  for (const [name, kept] of Object.entries(areas)) {
    const value = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
      key: (index: number) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
    Object.defineProperty(globalThis, name, { value, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
  }
  return areas
}

/** Loads a page. A discarded page loses its sockets and stops running. */
function load(more: Groups<RelayLinkerOptions> = {}) {
  const opened: LinkToOpen[] = []
  const challenges: string[] = []
  const sockets: WebSocket[] = []
  let isGone = false
  const linker = createLinker(
    mergeGroups<RelayLinkerOptions>(
      {
        relay: { url: 'wss://relay.example' },
        metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
        chains: ['eip155:1'],
        link: { url: '/link' },
        world: {
          platform: phone,
          now: house.clock.now,
          openLink: (link) => opened.push(link),
          createWebSocket(url) {
            if (isGone) throw new Error('The page is gone.')
            const socket = house.relay.createWebSocket(url)
            sockets.push(socket)
            return socket
          },
          fetch: async (input, init) => {
            if (isGone) throw new TypeError('Failed to fetch')
            if (String(input).endsWith('/proofs'))
              return Response.json({ id: 'w1', accountId, walletName: 'Quay', linkedAt: 1 }, { status: 201 })
            if (!String(input).endsWith('/challenges')) return Response.json({ wallets: [] })
            challenges.push(JSON.parse(String(init?.body)).accountId)
            const challengeId = `challenge${challenges.length}`.padEnd(24, '0')
            return Response.json(
              { challengeId, message: 'text', expiresAt: house.clock.now() + 300_000 },
              { status: 201 },
            )
          },
        },
        modal: { mobileWallets: [{ id: 'quay', name: 'Quay', links: { native: 'quay://' } }] },
      },
      more,
    ),
  )
  onTestFinished(linker.stop)
  const throwAway = () => {
    isGone = true
    for (const socket of sockets) socket.close()
  }
  return { linker, opened, challenges, throwAway }
}

function until(linker: Linker, is: (state: LinkerState) => boolean): Promise<LinkerState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!is(linker.getState())) return
      undo()
      resolve(linker.getState())
    }
    const undo = linker.subscribe(look)
    look()
  })
}

/** Opens the modal, and with `tap` the wallet. Returns the pairing URI that the wallet receives. */
async function begin({ linker, opened }: ReturnType<typeof load>, tap: boolean): Promise<string> {
  linker.open()
  const isReady = ({ wallets, flow }: LinkerState) =>
    wallets.isReady && flow.status === 'choosing' && flow.pairing?.relay === 'acknowledged'
  const { pairingUri = '', wallets } = await until(linker, isReady)
  const listing = wallets.shown.find((entry) => entry.listing.id === 'quay')?.listing
  if (tap && listing !== undefined) linker.chooseWallet(listing)
  await expect.poll(() => opened.length).toBe(tap ? 1 : 0)
  return pairingUri
}

async function approve(pairingUri: string): Promise<void> {
  house.wallet.on('sessionRequest', ({ id, topic }) => {
    house.wallet.respond({ topic, requestId: id, response: { result: signature } }).catch(() => {})
  })
  const proposal = await house.wallet.pair({ pairingUri })
  await house.wallet.approve({ proposalId: proposal.id, namespaces })
}

const isLinked = ({ flow }: LinkerState) => flow.status === 'linked'

// rainbow-me/rainbowkit#528, WalletConnect/web3inbox#357.
test.each([
  ['F12a with keepSession', true, true],
  ['F12a with keepSession, by another way than a tap', true, false],
  ['F12b without keepSession', false, true],
  ['F12b without keepSession, by another way than a tap', false, false],
])('%s a link continues to sign in the page that reloads', async (_, keepSession, tap) => {
  const { localStorage, sessionStorage } = createStorages()
  const first = load({
    session: { keep: keepSession },
  })
  const pairingUri = await begin(first, tap)
  await expect.poll(() => [...(keepSession ? localStorage : sessionStorage).keys()].join()).toContain('proposed')
  first.throwAway()
  await approve(pairingUri)

  const { linker, challenges } = load({
    session: { keep: keepSession },
  })
  await until(linker, isLinked)
  expect(challenges).toEqual([accountId])
  // Without keepSession nothing stays in the browser, and no key in the tab.
  if (!keepSession) expect([...localStorage.keys()].filter((key) => /sign|link|begun/.test(key))).toEqual([])
  expect([localStorage, sessionStorage].some((area) => area.has('hawser.begun'))).toBe(false)
  await expect
    .poll(() => [...sessionStorage.keys()].filter((key) => /proposed|pairings|sessions/.test(key)))
    .toEqual([])
})

test('F12b the next page ends the session of an ended link, and notifies its wallet', async () => {
  const { sessionStorage } = createStorages()
  const first = load({
    session: { keep: false },
    world: {
      fetch: (input) =>
        String(input).endsWith('/challenges') ? new Promise(() => {}) : Promise.resolve(Response.json({ wallets: [] })),
    },
  })
  await approve(await begin(first, true))
  await expect.poll(() => [...sessionStorage.keys()].join()).toContain('sessions')
  first.throwAway()
  await house.clock.sleep(700_000)
  const deleted = next(house.wallet, 'sessionDeleted')
  const { linker } = load({
    session: { keep: false },
  })
  linker.open()
  expect(await deleted).toMatchObject({ by: 'peer', reason: { code: 6000, message: 'The page that asked is gone.' } })
  await expect.poll(() => [...sessionStorage.keys()].filter((key) => key.includes('sessions'))).toEqual([])
})

test('F12a the reloaded page waits at the visitor’s step for the wallet, which may still answer', async () => {
  const { localStorage } = createStorages()
  const first = load({
    session: { keep: true },
  })
  const pairingUri = await begin(first, true)
  await expect.poll(() => [...localStorage.keys()].join()).toContain('proposed')
  first.throwAway()
  const { linker, opened } = load({
    session: { keep: true },
  })
  const { flow, view } = await until(linker, (state) => state.flow.status === 'connecting')
  expect(flow).toMatchObject({
    listing: { id: 'quay' },
    via: 'mobile',
    pairing: { pairingTopic: pairingUri.slice(3, 67) },
  })
  expect([view.name, opened.length]).toEqual(['MobileConnecting', 0])
  // A tap opens the same pairing again.
  linker.openChosenWallet()
  await expect.poll(() => opened[0]?.href).toContain(encodeURIComponent(pairingUri.slice(0, 66)))
  await approve(pairingUri)
  await until(linker, isLinked)
})

test('F12a a visitor who had not left sees no modal before an answer, and a new code on request', async () => {
  const { localStorage } = createStorages()
  const first = load({
    session: { keep: true },
  })
  const pairingUri = await begin(first, false)
  await expect.poll(() => [...localStorage.keys()].join()).toContain('proposed')
  first.throwAway()
  const { linker } = load({
    session: { keep: true },
  })
  await linker.preload()
  expect(linker.getState().flow.status).toBe('closed')
  linker.open()
  await until(linker, ({ flow }) => flow.status === 'choosing' && flow.pairing?.relay === 'acknowledged')
  await approve(pairingUri)
  await until(linker, isLinked)
})

test('F12 does not continue a link that was closed or has ended', async () => {
  const { localStorage } = createStorages()
  const first = load({
    session: { keep: true },
  })
  await begin(first, true)
  expect(localStorage.has('hawser.begun')).toBe(true)
  first.linker.close()
  expect(localStorage.has('hawser.begun')).toBe(false)

  const second = load({
    session: { keep: true },
  })
  await begin(second, true)
  second.throwAway()
  await house.clock.sleep(700_000)
  const third = load({
    session: { keep: true },
  })
  await third.linker.preload()
  expect(third.linker.getState().flow.status).toBe('closed')
  expect(localStorage.has('hawser.begun')).toBe(false)
})

test('F12b ends a session that no page continues, and notifies its wallet', async () => {
  const { sessionStorage } = createStorages()
  const first = load({
    session: { keep: false },
  })
  const pairingUri = await begin(first, true)
  await expect.poll(() => [...sessionStorage.keys()].join()).toContain('proposed')
  first.throwAway()
  await approve(pairingUri)
  // Another page of the tab took the pairing, and was closed before the wallet was proven.
  const second = load({
    session: { keep: false },
    world: { fetch: () => new Promise(() => {}) },
  })
  await until(second.linker, ({ flow }) => flow.status === 'proving')
  await expect.poll(() => [...sessionStorage.keys()].join()).toContain('sessions:')
  second.throwAway()
  sessionStorage.delete('hawser.begun')
  expect(house.wallet.sessions()).toHaveLength(1)
  load({
    session: { keep: false },
  }).linker.open()
  await expect.poll(() => house.wallet.sessions()).toEqual([])
})

test.each([
  ['text', 'wc:…'],
  ['no topic', '{"pairingTopic":"x","purpose":"link","endsAt":9e15}'],
  ['another purpose', `{"pairingTopic":"${'a'.repeat(64)}","purpose":"unlink","endsAt":9000000000000}`],
  [
    'a topic nobody knows',
    `{"pairingTopic":"${'a'.repeat(64)}","purpose":"link","hasLeft":true,"endsAt":9000000000000}`,
  ],
])('F12 T-14 removes %s in the storage, and opens nothing', async (_, text) => {
  const { localStorage } = createStorages()
  localStorage.set('hawser.begun', text)
  const { linker } = load({
    session: { keep: true },
  })
  await linker.preload()
  await expect.poll(() => localStorage.has('hawser.begun')).toBe(false)
  expect(linker.getState().flow.status).toBe('closed')
})

test('F12 a link works if the browser refuses to store anything', async () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const get = () => {
      throw new DOMException('Forbidden.', 'SecurityError')
    }
    Object.defineProperty(globalThis, name, { get, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
  }
  for (const keepSession of [true, false]) {
    const page = load({
      session: { keep: keepSession },
    })
    const pairingUri = await begin(page, true)
    await approve(pairingUri)
    await until(page.linker, isLinked)
    page.linker.close()
  }
})
