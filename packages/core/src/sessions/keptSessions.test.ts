import type { Session } from '@hawser/sign'
import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { setPlatformTimer } from '../linker/browser.ts'
import { android, desktop, sessionOf } from '../linker/linker.fixture.ts'
import type { KeyValue } from '../platform/keyValue.ts'
import { somePng } from '../registry/images.fixture.ts'
import type { LinkToOpen } from '../wallets/deepLink.ts'
import { createKeptSessions, type KeptSessionsOptions, type KeptSessionsState } from './keptSessions.ts'
import { createSessionMemory, sessionMemoryKey } from './memory.ts'

const account = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const eip155 = {
  accounts: [`eip155:1:${account}`, `eip155:137:${account}`],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: [],
} as const
const rainbow = parseListing({
  id: 'rainbow',
  name: 'Rainbow',
  homepage: 'https://rainbow.me/',
  image_id: 'r1',
  mobile: { native: 'rainbow://', universal: 'https://rnbwapp.com' },
})
const trust = parseListing({ id: 'trust', name: 'Trust Wallet', mobile: { native: 'trust://' } })

/** Creates a session that a wallet of this name settles. */
function session(digit: string, name: string, metadata: Partial<Session['peer']['metadata']> = {}): Session {
  const plain = sessionOf('p', name)
  const peer = { ...plain.peer, metadata: { ...plain.peer.metadata, ...metadata } }
  return { ...plain, topic: digit.repeat(64), peer, namespaces: { eip155 }, expiresAt: 1_800_000_000_000 }
}

function createStorage() {
  const values = new Map<string, string>()
  const storage: KeyValue = {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
  return { storage, values }
}

/** Starts kept sessions over a client that has these sessions and never reaches the relay. */
function start(stored: readonly Session[], more: Partial<KeptSessionsOptions> = {}) {
  const { storage, values } = createStorage()
  const sessions = [...stored]
  const states: KeptSessionsState[] = []
  const opened: LinkToOpen[] = []
  const asked: URL[] = []
  let refusals = 0
  const live = createKeptSessions({
    client: async () => ({
      ready: async () => {},
      sessions: () => sessions,
      async disconnect({ topic }) {
        remove(topic)
        throw new Error('The relay cannot be reached.')
      },
    }),
    storage,
    keepSession: true,
    registryUrl: undefined,
    registryKey: undefined,
    projectId: undefined,
    modal: {},
    platform: android,
    now: () => 1_700_000_000_000,
    openLink: (link) => opened.push(link),
    isPressed: () => true,
    prefersUniversal: () => false,
    set: (state) => states.push(state),
    setTimer: () => () => {},
    fetch: async (input) => {
      asked.push(new URL(String(input)))
      refusals += 1
      throw new Error('nobody is to be asked')
    },
    ...more,
  })
  function remove(topic: string): void {
    const index = sessions.findIndex((each) => each.topic === topic)
    if (index >= 0) sessions.splice(index, 1)
    live.changed({ stage: 'deleted', topic })
  }
  return { live, sessions, states, opened, asked, values, storage, last: () => states.at(-1), refusals: () => refusals }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('lists every live session, newest first: wallet, grant and expiry, also old ones', async () => {
  const icon = 'data:image/svg+xml,%3Csvg/%3E'
  const { live, last, states } = start([
    session('a', 'Rainbow', { url: 'https://www.rainbow.me/', icons: ['https://elsewhere.example/i.png', icon] }),
    session('b', '\u202e'),
  ])
  live.handle({ type: 'sessionsWanted' })
  expect(states).toMatchObject([{ status: 'loading', sessions: [], ended: [] }])
  await settle()
  expect(last()).toEqual({
    status: 'ready',
    ended: [],
    sessions: [
      {
        topic: 'b'.repeat(64),
        walletName: undefined,
        imageUrl: undefined,
        host: undefined,
        isHostVerified: false,
        accounts: eip155.accounts,
        chains: ['eip155:1', 'eip155:137'],
        methods: ['personal_sign', 'eth_sendTransaction'],
        expiresAt: 1_800_000_000_000,
        isRestored: true,
      },
      expect.objectContaining({ walletName: 'Rainbow', host: 'rainbow.me', isHostVerified: false, imageUrl: icon }),
    ],
  })
})

test('shows nothing before the first request, and nothing after stop', async () => {
  const { live, states } = start([session('a', 'Rainbow')])
  live.changed({ stage: 'settled', session: session('a', 'Rainbow') })
  expect(states).toEqual([])
  live.handle({ type: 'sessionsWanted' })
  live.stop()
  await settle()
  expect(states).toHaveLength(1)
})

test('revoke one, revoke all: gone at once, with or without the relay', async () => {
  const { live, last } = start([session('a', 'A'), session('b', 'B'), session('c', 'C')])
  live.handle({ type: 'sessionsWanted' })
  await settle()
  live.handle({ type: 'sessionRevoked', topic: 'b'.repeat(64) })
  expect(last()?.sessions.map(({ walletName }) => walletName)).toEqual(['C', 'A'])
  live.handle({ type: 'allSessionsRevoked' })
  expect(last()?.sessions).toEqual([])
  // A session that the visitor ended is not news.
  expect(last()?.ended).toEqual([])
})

test('complaint 13: a session that ended while the page was closed is named until it is read', async () => {
  const { live, last, sessions, storage } = start([session('a', 'Rainbow'), session('b', 'Trust Wallet')])
  // The page notices the end before it shows sessions.
  const lost = sessions[0]
  if (lost === undefined) throw new Error('no session')
  sessions.shift()
  live.changed({ stage: 'deleted', topic: lost.topic, lost })
  expect(createSessionMemory(storage).ended()).toHaveLength(1)
  live.handle({ type: 'sessionsWanted' })
  await settle()
  live.changed({ stage: 'expired', topic: 'c'.repeat(64), lost: session('c', '') })
  const at = 1_700_000_000_000
  expect(last()?.ended).toEqual([
    { topic: lost.topic, walletName: 'Rainbow', cause: 'wallet', at },
    { topic: 'c'.repeat(64), walletName: undefined, cause: 'expiry', at },
  ])
  expect(last()?.sessions.map(({ walletName }) => walletName)).toEqual(['Trust Wallet'])
  live.handle({ type: 'endedSessionsRead' })
  expect(last()?.ended).toEqual([])
  expect(createSessionMemory(storage).ended()).toEqual([])
})

test('without the client it fails, and retries at the next request', async () => {
  let client: Awaited<ReturnType<KeptSessionsOptions['client']>>
  const { live, last } = start([], { client: async () => client })
  live.handle({ type: 'sessionsWanted' })
  await settle()
  expect(last()?.status).toBe('failed')
  client = { ready: async () => {}, sessions: () => [session('a', 'A')], disconnect: async () => {} }
  live.handle({ type: 'sessionsWanted' })
  await settle()
  expect(last()).toMatchObject({ status: 'ready', sessions: [{ walletName: 'A' }] })
})

test('unread sessions are not taken for gone: their wallets stay known', async () => {
  let isReadable = false
  const ready = async () => {
    if (!isReadable) throw new Error('Code for the storage could not be fetched.')
  }
  const sessions = () => (isReadable ? [session('a', 'Rainbow')] : [])
  const { live, last, storage } = start([], { client: async () => ({ ready, sessions, disconnect: async () => {} }) })
  const memory = createSessionMemory(storage)
  memory.bind({ topic: 'a'.repeat(64), id: rainbow.id, via: 'mobile' })
  live.handle({ type: 'sessionsWanted' })
  await settle()
  expect(last()?.status).toBe('failed')
  isReadable = true
  live.handle({ type: 'sessionsWanted' })
  await settle()
  expect(last()?.status).toBe('ready')
  expect(memory.walletOf('a'.repeat(64))).toMatchObject({ id: 'rainbow' })
})

test('complaint 11, complaint 12: on a phone each session opens its own wallet, a code’s none', () => {
  const first = session('a', 'Rainbow')
  const second = session('b', 'Trust Wallet')
  const scanned = session('c', 'Rainbow')
  const { live, opened } = start([first, second, scanned])
  live.settled(first, { listing: rainbow, via: 'mobile' })
  live.settled(second, { listing: trust, via: 'mobile' })
  // Chosen, but then scanned by another person's phone; or scanned without any choice.
  live.settled(scanned, { listing: rainbow, via: 'qrcode' })
  live.open(first)
  live.open(second)
  live.open(first)
  live.open(scanned)
  live.open(session('d', 'Rainbow'))
  expect(opened.map(({ href }) => href)).toEqual(['rainbow://', 'trust://', 'rainbow://'])
})

test('complaint 11: a tap on Rainbow, then Trust, approved in Rainbow leads to Rainbow', () => {
  const answered = session('a', 'Rainbow', { redirect: { native: 'rainbow://' } })
  const { live, opened } = start([answered])
  live.settled(answered, { listing: trust, via: 'mobile' })
  live.open(answered)
  expect(opened).toEqual([{ href: 'rainbow://', target: '_self' }])
})

test('T-16: a request that the visitor has not just pressed for opens no wallet', () => {
  const made = session('a', 'Rainbow')
  let isPressed = false
  const { live, opened } = start([made], { isPressed: () => isPressed })
  live.settled(made, { listing: rainbow, via: 'mobile' })
  live.open(made)
  expect(opened).toEqual([])
  isPressed = true
  live.open(made)
  expect(opened).toEqual([{ href: 'rainbow://', target: '_self' }])
})

test('T-16: does not open an unlisted scheme of the session’s wallet for a request', () => {
  for (const native of ['evil://', 'x-safari-https://evil.example/', 'tel://110']) {
    const answered = session('a', 'Somebody', { redirect: { native } })
    const { live, opened } = start([answered])
    live.settled(answered, { listing: trust, via: 'mobile' })
    live.open(answered)
    expect([native, opened]).toEqual([native, []])
  }
})

test('opens a wallet for requests, unless it opts out', () => {
  const unwilling = { ...session('a', 'Rainbow'), sessionConfig: { disableDeepLink: true } }
  const willing = { ...session('b', 'Trust Wallet'), sessionConfig: { disableDeepLink: false } }
  const { live, opened } = start([unwilling, willing])
  live.settled(unwilling, { listing: rainbow, via: 'mobile' })
  live.settled(willing, { listing: trust, via: 'mobile' })
  live.open(unwilling)
  live.open(willing)
  expect(opened.map(({ href }) => href)).toEqual(['trust://'])
})

test('a computer opens no wallet, and an ended session opens none', () => {
  const made = session('a', 'Rainbow')
  const computer = start([made], { platform: desktop })
  computer.live.settled(made, { listing: rainbow, via: 'mobile' })
  computer.live.open(made)
  const phone = start([made])
  phone.live.settled(made, { listing: rainbow, via: 'mobile' })
  phone.live.changed({ stage: 'deleted', topic: made.topic })
  phone.live.open(made)
  expect([...computer.opened, ...phone.opened]).toEqual([])
  expect([...phone.values.keys()]).toEqual([])
})

test('after a reload it finds the wallet by id, in the host app’s own or in the registry', async () => {
  const made = session('a', 'Rainbow', { url: 'https://rainbow.me' })
  const { storage } = createStorage()
  start([made], { storage }).live.settled(made, { listing: rainbow, via: 'mobile' })
  expect(storage.get(sessionMemoryKey)).not.toContain('rainbow://')

  const manual = [{ id: 'rainbow', name: 'Rainbow', links: { native: 'rainbow://' } }]
  const own = start([made], { storage, modal: { mobileWallets: manual } })
  own.live.open(made)
  expect(own.opened).toMatchObject([{ href: 'rainbow://' }])
  expect(own.asked).toEqual([])

  const urls: URL[] = []
  const listed = start([made], {
    storage,
    registryUrl: 'https://registry.example/',
    setTimer: setPlatformTimer,
    fetch: async (input) => {
      urls.push(new URL(String(input)))
      if (urls.length > 1) return new Response(somePng, { headers: { 'content-type': 'image/png' } })
      const listing = { id: 'rainbow', name: 'Rainbow', homepage: 'https://rainbow.me', image_id: 'r1' }
      return Response.json({ listings: [{ ...listing, mobile: { native: 'rainbow://' } }], total: 1, page: 1 })
    },
  })
  await expect.poll(() => urls.length).toBe(1)
  expect(urls[0]?.searchParams.get('recommendedIds') ?? urls[0]?.search).toContain('rainbow')
  listed.live.handle({ type: 'sessionsWanted' })
  await expect.poll(() => listed.last()?.sessions[0]?.imageUrl).toMatch(/^blob:/)
  expect(urls[1]?.href).toBe('https://registry.example/w3m/v1/getWalletImage/r1')
  expect(listed.last()?.sessions[0]).toMatchObject({ isHostVerified: true, host: 'rainbow.me' })
  listed.live.open(made)
  expect(listed.opened).toMatchObject([{ href: 'rainbow://' }])
})

test('a silent registry leaves sessions unchanged', async () => {
  const made = session('a', 'Rainbow')
  const { storage } = createStorage()
  start([made], { storage }).live.settled(made, { listing: rainbow, via: 'mobile' })
  const house = start([made], { storage, registryUrl: 'https://registry.example' })
  house.live.handle({ type: 'sessionsWanted' })
  await expect.poll(house.refusals).toBeGreaterThan(0)
  expect(house.last()).toMatchObject({ status: 'ready', sessions: [{ walletName: 'Rainbow', imageUrl: undefined }] })
})

test('a host is verified only if this page opened the wallet and its listing names the host', async () => {
  const claims = { url: 'https://rainbow.me' }
  for (const [name, url, via, isVerified] of [
    ['Rainbow', claims.url, 'mobile', true],
    ['Rainbow', claims.url, 'web', true],
    ['Rainbow', claims.url, 'qrcode', false],
    ['Rainbow', 'https://rainbow.example', 'mobile', false],
    ['Other', 'https://other.example', 'mobile', false],
  ] as const) {
    const made = session('a', name, { url })
    const { live, last } = start([made])
    live.handle({ type: 'sessionsWanted' })
    live.settled(made, { listing: rainbow, via })
    await settle()
    expect(last()?.sessions[0]?.isHostVerified, `${name} ${url} ${via}`).toBe(isVerified)
  }
})

test('does not restore what this page made', async () => {
  const made = session('a', 'Rainbow')
  const { live, last } = start([made, session('b', 'B')])
  live.settled(made, undefined)
  live.handle({ type: 'sessionsWanted' })
  await settle()
  expect(last()?.sessions.map(({ isRestored }) => isRestored)).toEqual([true, false])
})

test('sessions: where the client cannot be fetched, the failure says so by its code', async () => {
  const { live, states } = start([], { client: async () => undefined })
  live.handle({ type: 'sessionsWanted' })
  await expect.poll(() => states.at(-1)).toMatchObject({ status: 'failed', errorCode: 'client_unavailable' })
})
