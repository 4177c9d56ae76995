import { afterEach, beforeEach, expect, test } from 'vitest'
import { RelayClockError } from '../errors.ts'
import { createMemoryStorage } from '../records/storage.ts'
import { asked, createTestClients, granted } from '../testing/testClients.fixture.ts'

// How a client detects a dead socket, and how it replaces the socket.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const methods = () => house.relay.requests.map(({ method }) => method)

/** The time at which each status began, in seconds from now. */
function statuses(): string[] {
  const startedAt = house.clock.now()
  const seen: string[] = []
  house.dapp.on('relay', ({ status }) => seen.push(`${status} ${Math.round((house.clock.now() - startedAt) / 1000)}`))
  return seen
}

test('F-L7 detects a socket that dies silently within 35 s, and misses nothing', async () => {
  const { topic } = await house.settle()
  await house.clock.tick()
  const seen = statuses()
  // From here on nothing passes in either direction, and neither side closes the socket.
  const { behaviour } = house.relay
  const { answer, push } = behaviour
  const ofDapp = house.relay.requests.find(({ method }) => method === 'wc_proposeSession')?.clientId
  expect(ofDapp).toBeDefined()
  behaviour.answer = (_, clientId) => (clientId === ofDapp ? 'no' : 'yes')
  behaviour.push = () => {}
  const updated: string[] = []
  house.dapp.on('sessionUpdated', (session) => updated.push(session.topic))
  await house.wallet.update({ topic, namespaces: granted })
  await house.clock.advance(33_500)
  expect(seen).toEqual([])
  Object.assign(behaviour, { answer, push })
  await house.clock.advance(1_500)
  // The handshake takes real time, in which the clock advances up to the 35 s.
  expect(seen).toEqual(['disconnected 34', 'connecting 34', expect.stringMatching(/^connected 3[45]$/)])
  expect(updated).toEqual([topic])
})

test('keeps a quiet socket: asks the relay once in 18 s, for one topic', async () => {
  await house.settle()
  await house.settle()
  // The clients unsubscribe from both pairings a moment later.
  await house.clock.tick()
  house.relay.requests.length = 0
  const seen = statuses()
  await house.clock.advance(180_000)
  expect(seen).toEqual([])
  // Ten requests from each of the two clients.
  expect(methods()).toEqual(Array.from({ length: 20 }, () => 'irn_batchSubscribe'))
  for (const { text } of house.relay.requests) expect(JSON.parse(text).params.topics).toHaveLength(1)
})

type Listener = () => void
/** Takes over the browser's events, so that a test can fire them. */
function takeEvents() {
  const scope = globalThis as { addEventListener?: unknown; removeEventListener?: unknown; document?: unknown }
  const { addEventListener, removeEventListener, document } = scope
  const listeners = new Map<string, Set<Listener>>()
  const target = {
    addEventListener: (name: string, listener: Listener) =>
      listeners.set(name, new Set([...(listeners.get(name) ?? []), listener])),
    removeEventListener: (name: string, listener: Listener) => listeners.get(name)?.delete(listener),
  }
  const page = { ...target, visibilityState: 'visible' }
  Object.assign(scope, target, { document: page })
  return {
    page,
    tell: (name: string) => {
      for (const listener of listeners.get(name) ?? []) listener()
    },
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    giveBack: () => Object.assign(scope, { addEventListener, removeEventListener, document }),
  }
}

const waking = ['online', 'pageshow', 'focus', 'visibilitychange', 'resume']

test.each(waking)('%s ends a pause at once, and tests an open socket within 2 s (T-67, F-L7)', async (name) => {
  const events = takeEvents()
  try {
    const client = house.create(createMemoryStorage())
    await (await client.propose({})).published
    house.relay.requests.length = 0
    events.tell(name)
    await expect.poll(methods).toEqual(['irn_batchSubscribe'])
    house.relay.behaviour.accept = { code: 1006, reason: '' }
    house.relay.cut()
    await house.clock.advance(20_000)
    house.relay.behaviour.accept = 'yes'
    expect(client.relayStatus()).toBe('disconnected')
    events.tell(name)
    await expect.poll(() => client.relayStatus()).toBe('connected')
    // A socket that died in the background still seems open.
    house.relay.behaviour.answer = () => 'no'
    house.relay.forgetUpgrades()
    events.tell(name)
    await house.clock.advance(2_000)
    expect(house.relay.upgrades()).toHaveLength(1)
    await client.stop()
    expect(events.count()).toBe(0)
  } finally {
    events.giveBack()
  }
})

test('a return with five events is one question to the relay', async () => {
  const events = takeEvents()
  try {
    const client = house.create(createMemoryStorage())
    await (await client.propose({})).published
    house.relay.requests.length = 0
    for (const name of waking) events.tell(name)
    await house.clock.tick()
    expect(methods()).toEqual(['irn_batchSubscribe'])
    events.page.visibilityState = 'hidden'
    await house.clock.advance(2_000)
    events.tell('visibilitychange')
    await house.clock.tick()
    expect(methods()).toHaveLength(1)
    await client.stop()
  } finally {
    events.giveBack()
  }
})

test('a return gets its own question after an answered one', async () => {
  const events = takeEvents()
  try {
    const client = house.create(createMemoryStorage())
    await (await client.propose({})).published
    house.relay.requests.length = 0
    events.tell('focus')
    await expect.poll(methods).toEqual(['irn_batchSubscribe'])
    await house.clock.tick()
    // The device goes offline right after, and is back within the second: the socket seems open.
    house.relay.behaviour.answer = () => 'no'
    house.relay.forgetUpgrades()
    await house.clock.advance(500)
    events.tell('online')
    await house.clock.advance(2_000)
    expect(house.relay.upgrades()).toHaveLength(1)
    await client.stop()
  } finally {
    events.giveBack()
  }
})

test('a return ends an attempt from before the page slept, and keeps a young one', async () => {
  const events = takeEvents()
  try {
    const client = house.create(createMemoryStorage())
    house.relay.behaviour.accept = 'absent'
    const { published } = await client.propose({})
    await expect.poll(() => house.relay.upgrades().length).toBe(1)
    events.tell('focus')
    await house.clock.tick()
    expect(house.relay.upgrades()).toHaveLength(1)
    await house.clock.sleep(5_000)
    house.relay.behaviour.accept = 'yes'
    events.tell('focus')
    await house.clock.advance(250)
    await published
    expect(house.relay.upgrades()).toHaveLength(2)
    await client.stop()
  } finally {
    events.giveBack()
  }
})

test.each([
  ['an attempt', 'absent', 0],
  ['attempts, one after the other,', { code: 1006, reason: '' }, 20_000],
] as const)(
  'T-67 %s from before the network was there: connected within 2 s of the return',
  async (_, fate, waitMs) => {
    const events = takeEvents()
    try {
      const client = house.create(createMemoryStorage())
      house.relay.behaviour.accept = fate
      await client.propose({})
      await expect.poll(() => house.relay.upgrades().length).toBeGreaterThan(0)
      await house.clock.advance(waitMs)
      // Browsers report `online` when there is a network interface, even if traffic cannot pass yet.
      events.tell('online')
      await house.clock.advance(100)
      house.relay.behaviour.accept = 'yes'
      await house.clock.advance(1_900)
      expect(client.relayStatus()).toBe('connected')
      await client.stop()
    } finally {
      events.giveBack()
    }
  },
)

// A list of relays: addresses of the same mailboxes.
const urls = ['ws://one.test', 'ws://two.test', 'ws://three.test']
const hosts = () => house.relay.upgrades().map((url) => new URL(url).host)

test.each([
  ['is cut', { code: 1006, reason: '' }],
  ['is shut down', { code: 1001, reason: '' }],
  ['refuses this client', { code: 3000, reason: 'Invalid JWT' }],
  ['is full', { code: 1013, reason: '' }],
])('leaves a relay of a list that %s for the next, within 0.4 s', async (_, accept) => {
  const client = house.create(createMemoryStorage(), { relayUrl: urls })
  house.relay.behaviour.accept = (host) => (host === 'one.test' || host === 'two.test' ? accept : 'yes')
  const { published } = await client.propose({})
  await expect.poll(() => house.relay.upgrades().length).toBe(1)
  await house.clock.advance(400)
  await published
  expect(hosts()).toEqual(['one.test', 'two.test', 'three.test'])
})

test('leaves a silent relay of a list after 3 s; the last one has its 10 s', async () => {
  const client = house.create(createMemoryStorage(), { relayUrl: urls })
  house.relay.behaviour.accept = 'absent'
  await client.propose({})
  await expect.poll(() => house.relay.upgrades().length).toBe(1)
  await house.clock.advance(6_400)
  expect(hosts()).toEqual(['one.test', 'two.test', 'three.test'])
  await house.clock.advance(9_000)
  expect(hosts()).toHaveLength(3)
  await house.clock.advance(2_000)
  expect(hosts().slice(3)).toEqual(['one.test'])
})

test('tries a cut relay that worked first again; both ends meet on another', async () => {
  const dapp = house.create(createMemoryStorage(), { relayUrl: urls })
  const wallet = house.create(createMemoryStorage(), { relayUrl: [...urls].reverse() })
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
  await wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await proposed.approval
  expect(new Set(hosts())).toEqual(new Set(['one.test', 'three.test']))
  house.relay.forgetUpgrades()
  house.relay.cut()
  await house.clock.advance(200)
  expect(hosts().sort()).toEqual(['one.test', 'three.test'])
  house.relay.forgetUpgrades()
  house.relay.behaviour.accept = (host) => (host === 'two.test' ? 'yes' : { code: 1006, reason: '' })
  house.relay.cut()
  await house.clock.advance(800)
  expect(hosts().filter((host) => host === 'two.test')).toHaveLength(2)
  await dapp.ping({ topic })
})

test('a list of refusing relays fails at once, and retries slowly', async () => {
  const client = house.create(createMemoryStorage(), { relayUrl: urls })
  house.relay.behaviour.accept = { code: 3000, reason: 'Invalid JWT' }
  const refused = expect((await client.propose({})).published).rejects.toMatchObject({ code: 'relay_refused' })
  await expect.poll(() => house.relay.upgrades().length).toBe(1)
  await house.clock.advance(600)
  await refused
  expect(hosts()).toEqual(['one.test', 'two.test', 'three.test'])
  // The pause is random, at least 6.4 s from the last refusal.
  await house.clock.advance(5_700)
  expect(hosts()).toHaveLength(3)
})

test('an empty list is unreachable', async () => {
  const client = house.create(createMemoryStorage(), { relayUrl: [] })
  const refused = expect((await client.propose({})).published).rejects.toMatchObject({ code: 'relay_unreachable' })
  await house.clock.tick()
  await house.clock.advance(8_000)
  await refused
})

test('F-L14 reports the relay’s refusal over the clock with both times', async () => {
  const relayTime = house.clock.now() + 15 * 60_000
  const reason = `JWT authentication error: The JWT has expired: check your clock. Relay time ${new Date(relayTime).toISOString()}`
  house.relay.behaviour.accept = { code: 3000, reason }
  const error = await (await house.dapp.propose({})).published.then(undefined, (given: unknown) => given)
  expect(error).toBeInstanceOf(RelayClockError)
  expect(error).toMatchObject({ code: 'relay_clock', relayTime })
  expect(String(error)).toContain(new Date(relayTime).toISOString())
  expect(String(error)).toContain(new Date(house.clock.now()).toISOString())
})
