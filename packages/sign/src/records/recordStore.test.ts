import { createStorageArea } from '@hawser/test-kit/createStorageArea'
import { isNight } from '@hawser/test-kit/night'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../client/createClient.ts'
import { bytesToHex, hexToBytes } from '../envelope/hex.ts'
import { graceMs } from '../lifetime/schedule.ts'
import { address, asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'
import { createPageStorages } from './pageStorages.fixture.ts'
import { createRecordStore, type RecordStore } from './recordStore.ts'
import type { SessionRecord } from './records.ts'
import { createMemoryStorage, createWebStorage, type Storage } from './storage.ts'

// The records that a client keeps, even if the browser refuses to store them.
let house: ReturnType<typeof createTestClients>
let warned: string[] = []
beforeEach(() => {
  house = createTestClients()
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((text) => void warned.push(String(text)))
})
afterEach(async () => {
  await house.stop()
  vi.restoreAllMocks()
})

function createArea(kept: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(kept))
  return { area: createStorageArea(values), values }
}

const throws = (name: string) => () => {
  throw new DOMException('', name)
}

/** The broken storages that a page can find. `spoil` runs in the middle of a link. */
const places: Readonly<Record<string, () => { area(): globalThis.Storage; spoil?(): void; warnings: number }>> = {
  absent: () => ({ area: () => undefined as unknown as globalThis.Storage, warnings: 1 }),
  'throwing on access': () => ({ area: throws('SecurityError'), warnings: 1 }),
  full: () => {
    const { area } = createArea()
    return { area: () => Object.assign(area, { setItem: throws('QuotaExceededError') }), warnings: 1 }
  },
  'read-only': () => {
    const { area } = createArea({ 'hawser:sign:seed': JSON.stringify('ab'.repeat(32)) })
    const refuse = throws('NoModificationAllowedError')
    return { area: () => Object.assign(area, { setItem: refuse, removeItem: refuse, clear: refuse }), warnings: 1 }
  },
  'full in mid-link': () => {
    const { area } = createArea()
    return {
      area: () => area,
      spoil: () => void Object.assign(area, { setItem: throws('QuotaExceededError') }),
      warnings: 1,
    }
  },
  'wiped in mid-link': () => {
    const { area } = createArea()
    return { area: () => area, spoil: () => area.clear(), warnings: 0 }
  },
  'of an older form': () => {
    const { area } = createArea({
      'hawser:sign:sessions': JSON.stringify([
        { topic: 'ab'.repeat(32), symKey: 'cd'.repeat(32), expiry: 1_795_000_000 },
      ]),
      'hawser:sign:pairings': JSON.stringify({ version: 0, list: [] }),
    })
    return { area: () => area, warnings: 1 }
  },
  'not JSON': () => {
    const names = ['seed', 'sessions', 'pairings', 'proposed', 'proposals', 'requests']
    const { area } = createArea(Object.fromEntries(names.map((name) => [`hawser:sign:${name}`, '{"__proto__":'])))
    return { area: () => area, warnings: 1 }
  },
  'full of rubbish': () => {
    const names = ['seed', 'sessions', 'pairings', 'proposed', 'proposals', 'requests']
    const rubbish = JSON.stringify([null, { __proto__: { topic: 1 } }, 'x'.repeat(100_000), [[[[]]]]])
    const { area } = createArea(Object.fromEntries(names.map((name) => [`hawser:sign:${name}`, rubbish])))
    return { area: () => area, warnings: 1 }
  },
  good: () => {
    const { area } = createArea()
    return { area: () => area, warnings: 0 }
  },
}

async function link(storage: Storage, spoil = () => {}): Promise<void> {
  // Ids are times: two clients that start at the same instant can have the same ids.
  await house.clock.advance(1)
  const client = house.create(storage)
  const proposed = await client.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  spoil()
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await proposed.approval
  const incoming = next(house.wallet, 'sessionRequest')
  const request = { method: 'personal_sign', params: ['0x00', address] }
  const answered = client.request({ topic, chainId: 'eip155:1', request })
  await house.wallet.respond({ topic, requestId: (await incoming).id, response: { result: '0x11' } })
  expect(await answered).toBe('0x11')
  await client.disconnect({ topic })
  await client.stop()
}

const rounds = isNight ? 10 : 2

test.each(Object.keys(places))(
  `F-L9 storage is %s: ${rounds} of ${rounds} are linked, and the console reports it once`,
  async (name) => {
    for (let round = 0; round < rounds; round += 1) {
      const place = places[name]?.()
      if (place === undefined) throw new Error(name)
      warned = []
      await link(createWebStorage(place.area), place.spoil)
      expect(warned).toHaveLength(place.warnings)
    }
    expect(house.failures.filter((code) => code === 'storage_failed')).toEqual([])
  },
)

const sizeOf = (values: ReadonlyMap<string, string>) =>
  [...values].reduce((sum, [key, value]) => sum + key.length + value.length, 0)

const links = isNight ? 1_000 : 25

test(`T-69 ${links} links whose sessions end leave a seed and no key`, {
  timeout: links * 600,
}, async () => {
  const { area, values } = createArea()
  let largest = 0
  const keys = new Set<string>()
  const setItem = area.setItem
  area.setItem = (key, value) => {
    for (const [, found] of value.matchAll(/"(?:symKey|privateKey)":"([0-9a-f]{64})"/g)) keys.add(found ?? '')
    setItem(key, value)
    largest = Math.max(largest, sizeOf(values))
  }
  const storage = createWebStorage(() => area)
  for (let index = 0; index < links; index += 1) await link(storage)
  expect([...values.keys()]).toEqual(['hawser:sign:seed'])
  // The keys of the pairing and of the session. The proposal's key is often gone before it is written.
  expect(keys.size).toBeGreaterThanOrEqual(2 * links)
  expect([...keys].filter((key) => [...values.values()].join().includes(key))).toEqual([])
  expect(largest).toBeLessThan(64_000)
})

test(`T-69 ${links} links with sessions left open: 64 kB at most, the oldest end`, {
  timeout: links * 600,
}, async () => {
  const { area, values } = createArea()
  const dapp = house.create(createWebStorage(() => area))
  const deleted: string[] = []
  dapp.on('sessionDeleted', ({ topic }) => deleted.push(topic))
  const topics: string[] = []
  let largest = 0
  for (let index = 0; index < links; index += 1) {
    const proposed = await dapp.propose({ optionalNamespaces: asked })
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
    topics.push((await proposed.approval).topic)
    await acknowledged
    // A busy session: the storage also keeps the messages seen in each session.
    if (index % 20 === 0)
      for (let ping = 0; ping < 30; ping += 1) await house.wallet.ping({ topic: topics.at(-1) ?? '' })
    await house.clock.advance(1_000)
    largest = Math.max(largest, sizeOf(values))
  }
  console.log(`storage after ${links} links with live sessions: at most ${largest} characters (promised: 64,000)`)
  expect(largest).toBeLessThan(64_000)
  const live = dapp.sessions().map(({ topic }) => topic)
  expect(live.length).toBeGreaterThan(20)
  expect(live).toEqual(topics.slice(-live.length))
  expect(deleted).toEqual(topics.slice(0, -live.length))
  await expect.poll(() => house.wallet.sessions().length).toBe(live.length)
})

describe('wipes keys from the storage', () => {
  const keysOf = (topic: string) =>
    Promise.all([house.storages.dapp, house.storages.wallet].map((storage) => house.symKeyOf(storage, topic)))
  const kept = async (topic: string) => {
    const names = ['pairings', 'sessions', 'proposed', 'proposals', 'requests']
    const texts = [house.storages.dapp, house.storages.wallet].flatMap((it) => [
      ...names.map((name) => keptOf(it, name)),
      it.get(`seen:${topic}`),
    ])
    return (await Promise.all(texts)).join('')
  }

  test.each<[string, (topic: string) => Promise<unknown>]>([
    ['the dapp ends the session', (topic) => house.dapp.disconnect({ topic })],
    ['the wallet ends the session', (topic) => house.wallet.disconnect({ topic })],
  ])('when %s', async (_, end) => {
    const { topic } = await house.settle()
    for (const key of await keysOf(topic)) expect(await kept(topic)).toContain(key)
    await end(topic)
    await house.clock.advance(300_000)
    expect(await kept(topic)).toBe('')
  })

  test('when a session expires, also while no page is open', async () => {
    const { topic } = await house.settle()
    for (const key of await keysOf(topic)) expect(await kept(topic)).toContain(key)
    await Promise.all([house.dapp.stop(), house.wallet.stop()])
    for (const storage of [house.storages.dapp, house.storages.wallet]) {
      await house.create(storage, { now: () => house.clock.now() + 8 * 86_400_000 }).ready()
    }
    await house.clock.advance(graceMs)
    await expect.poll(() => kept(topic)).toBe('')
  })

  test('when a proposal is cancelled, and when it expires', async () => {
    const first = await house.dapp.propose({})
    await first.published
    expect(await keptOf(house.storages.dapp, 'proposed')).toContain('privateKey')
    first.cancel()
    await expect.poll(() => keptOf(house.storages.dapp, 'proposed')).toBeUndefined()
    await (await house.dapp.propose({})).published
    await house.clock.advance(300_000)
    await expect.poll(() => keptOf(house.storages.dapp, 'proposed')).toBeUndefined()
    await expect.poll(() => keptOf(house.storages.dapp, 'pairings')).toBeUndefined()
  })
})

function openStore(storage: Storage, more: Partial<Parameters<typeof createRecordStore>[0]> = {}) {
  return createRecordStore({
    storage,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ready: async () => {},
    onFailure: ({ code }) => house.failures.push(code),
    onSessionElsewhere() {},
    warn: (text) => void warned.push(text),
    ...more,
  })
}

const pairings = ['ab', 'cd'].map((byte) => {
  const symKey = byte.repeat(32)
  const topic = bytesToHex(sha256(hexToBytes(symKey)))
  return { topic, symKey, expiresAt: 1_795_208_116_000, role: 'dapp' as const }
})

/** Returns a session that a client has written. */
async function keptSession(): Promise<SessionRecord> {
  const { topic } = await house.settle()
  await house.dapp.stop()
  return JSON.parse((await house.storages.dapp.get(`sessions:${topic}`)) ?? '')
}

describe('pages of one storage, each with its own copy', () => {
  let onTheWay: (() => void)[] = []
  let storages: ReturnType<typeof createPageStorages>
  beforeEach(() => {
    onTheWay = []
    storages = createPageStorages((run) => onTheWay.push(run))
  })

  /** Delivers every event to every page. */
  async function deliver(): Promise<void> {
    do {
      for (const run of onTheWay.splice(0)) run()
      await new Promise<void>((resolve) => setImmediate(resolve))
      await new Promise<void>((resolve) => setImmediate(resolve))
    } while (onTheWay.length > 0)
  }

  async function openPage() {
    const heard: [string, number | undefined][] = []
    const storage = storages.open()
    const store = openStore(storage, {
      onSessionElsewhere: (topic, record) => heard.push([topic, record?.newestIds.wc_sessionUpdate]),
    })
    // The parser loads in a separate task, like the code of a page.
    const proposed = store.table(
      'proposed',
      ({ id }: { id: number; expiresAt?: number }) => id,
      async () => {
        await new Promise<void>((resolve) => setImmediate(resolve))
        return (value) => ({ id: Number((value as { id: unknown }).id) })
      },
      { isOwn: true },
    )
    await store.load()
    await deliver()
    return { store, proposed, heard }
  }

  test('F-L10 keep in storage what both write at once, and each page keeps its own writes', async () => {
    const pages = [await openPage(), await openPage()]
    for (const [index, { store, proposed }] of pages.entries()) {
      const pairing = pairings[index]
      if (pairing !== undefined) store.pairings.put(pairing)
      proposed.put({ id: index + 1 })
      await store.flush()
    }
    await deliver()
    expect(JSON.parse((await keptOf(storages.kept, 'pairings')) ?? '')).toHaveLength(2)
    expect(JSON.parse((await keptOf(storages.kept, 'proposed')) ?? '')).toHaveLength(2)
    expect(pages.map(({ store }) => store.pairings.values())).toEqual(pairings.map((pairing) => [pairing]))
    expect(pages.map(({ proposed }) => proposed.values())).toEqual([[{ id: 1 }], [{ id: 2 }]])
  })

  test('keep a page’s write while it follows another', async () => {
    const [one, two] = [await openPage(), await openPage()]
    one.proposed.put({ id: 1 })
    await one.store.flush()
    for (const run of onTheWay.splice(0)) run()
    two.proposed.put({ id: 2 })
    await two.store.flush()
    await deliver()
    expect([one, two].map(({ proposed }) => proposed.values())).toEqual([[{ id: 1 }], [{ id: 2 }]])
  })

  test.each([
    ['', () => {}],
    [', also when the page that ended it is gone', (page: RecordStore) => page.stop()],
  ])('follows a session until its end is reported; a missing one has not ended%s', async (_, leave) => {
    const record = await keptSession()
    const { topic } = record.session
    const [one, two] = [await openPage(), await openPage()]
    one.store.sessions.put(record)
    await one.store.flush()
    await deliver()
    expect(two.store.sessions.values()).toHaveLength(1)
    storages.clear()
    one.store.sessions.put({ ...record, newestIds: { wc_sessionUpdate: 7_000 } })
    await one.store.flush()
    await deliver()
    one.store.sessions.remove(topic)
    leave(one.store)
    // Page two writes before it can learn of the end.
    two.store.sessions.put({ ...record, newestIds: { wc_sessionUpdate: 8_000 } })
    await Promise.all([one, two].map(({ store }) => store.flush()))
    await deliver()
    expect([one, two].map(({ store }) => store.sessions.values())).toEqual([[], []])
    expect(await keptOf(storages.kept, 'sessions')).toBeUndefined()
    expect(two.heard).toEqual([
      [topic, undefined],
      [topic, 7_000],
      [topic, undefined],
    ])
    expect(one.heard).toEqual([])
  })

  test('keep a newer session over an older copy of it', async () => {
    const record = await keptSession()
    const [one, two] = [await openPage(), await openPage()]
    one.store.sessions.put({ ...record, newestIds: { wc_sessionUpdate: 7_000 } })
    two.store.sessions.put({ ...record, newestIds: { wc_sessionUpdate: 8_000 } })
    await Promise.all([one, two].map(({ store }) => store.flush()))
    await deliver()
    const newest = [one, two].map(({ store }) => store.sessions.values()[0]?.newestIds.wc_sessionUpdate)
    expect(newest).toEqual([8_000, 8_000])
    expect(two.heard).toEqual([])
  })

  test('drop a proposal that they read but did not make once its page removes it', async () => {
    const one = await openPage()
    one.proposed.put({ id: 1 })
    await one.store.flush()
    await deliver()
    const two = await openPage()
    expect(two.proposed.values()).toEqual([{ id: 1 }])
    one.proposed.remove(1)
    await one.store.flush()
    await deliver()
    expect(two.proposed.values()).toEqual([])
    one.proposed.put({ id: 3 })
    await one.store.flush()
    await deliver()
    // A page that did not make the record cannot end it.
    const three = await openPage()
    three.proposed.remove(3)
    await three.store.flush()
    await deliver()
    expect(one.proposed.values()).toEqual([{ id: 3 }])
  })
})

describe('formats of the store', () => {
  test('reads the previous format, and rewrites it in this one', async () => {
    const record = await keptSession()
    const storage = createMemoryStorage()
    await storage.set('sessions', JSON.stringify([record, { ...record, session: {} }]))
    await storage.set('pairings', JSON.stringify(pairings))
    const store = openStore(storage)
    await store.load()
    await store.flush()
    expect(store.sessions.values().map(({ session }) => session.topic)).toEqual([record.session.topic])
    expect(store.pairings.values()).toEqual(pairings)
    const keys = [`sessions:${record.session.topic}`, ...pairings.map(({ topic }) => `pairings:${topic}`), 'seed']
    expect([...(await storage.keys())].sort()).toEqual(keys.sort())
    const again = openStore(storage)
    await again.load()
    expect(again.sessions.values()).toEqual(store.sessions.values())
    expect(warned).toHaveLength(1)
  })

  test('lists sessions in the order of their ends, with any order of keys', async () => {
    const record = await keptSession()
    const storage = createMemoryStorage()
    for (const [index, byte] of ['cc', 'aa', 'bb'].entries()) {
      const session = { ...record.session, topic: byte.repeat(32), expiresAt: record.session.expiresAt + index }
      await storage.set(`sessions:${session.topic}`, JSON.stringify({ ...record, version: 2, session }))
    }
    const store = openStore(storage)
    await store.load()
    expect(store.sessions.values().map(({ session }) => session.topic.slice(0, 2))).toEqual(['cc', 'aa', 'bb'])
  })

  test('leaves the data of a newer page alone, and removes unreadable data', async () => {
    const storage = createMemoryStorage()
    const [pairing] = pairings
    const topics = ['12', '34', '56', '78'].map((byte) => byte.repeat(32))
    const kept = [{ ...pairing, version: 3 }, { ...pairing, version: 2 }, pairing, '{']
    for (const [index, value] of kept.entries()) {
      await storage.set(`pairings:${topics[index]}`, JSON.stringify(value))
    }
    const store = openStore(storage)
    await store.load()
    await store.flush()
    expect(store.pairings.values()).toEqual([])
    expect([...(await storage.keys())].sort()).toEqual([`pairings:${topics[0]}`, 'seed'])
    expect(warned).toHaveLength(1)
  })
})

test('reports storage code that cannot be fetched, and fetches it again', async () => {
  const { topic } = await keptSession().then(({ session }) => session)
  await house.storages.dapp.set('notes:1', JSON.stringify({ version: 2, id: 1 }))
  const { client, context, addRole, start } = createClient({
    relayUrl: 'ws://relay.test',
    metadata: { name: 'Test', description: '', url: 'https://app.example', icons: [] },
    storage: house.storages.dapp,
    createWebSocket: house.relay.createWebSocket,
    now: house.clock.now,
    setTimer: house.clock.setTimer,
  })
  let fetches = 0
  const keyOf = ({ id }: { id: number; expiresAt?: number }) => id
  context.records.table('notes', keyOf, async () => {
    fetches += 1
    if (fetches === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return () => ({ id: 1 })
  })
  const restore = vi.fn()
  addRole({ restore, onRequest: () => undefined })
  const failures: string[] = []
  client.on('failure', ({ code }) => failures.push(code))
  start()
  await expect(client.ready()).rejects.toMatchObject({ code: 'storage_failed', cause: expect.any(TypeError) })
  expect([restore.mock.calls.length, failures]).toEqual([0, ['storage_failed']])
  await client.ready()
  expect([restore.mock.calls.length, client.sessions().map((session) => session.topic)]).toEqual([1, [topic]])
  await client.stop()
})

test.each([
  ['dapp', 24],
  ['wallet', 256],
] as const)('T-69 stores for a %s only the newest %d messages seen on a topic', async (role, count) => {
  const storage = createMemoryStorage()
  const store = openStore(storage)
  await store.load()
  const [pairing] = pairings
  if (pairing === undefined) throw new Error('There is no pairing.')
  store.pairings.put({ ...pairing, role })
  for (let index = 0; index < 300; index += 1) store.markSeen(pairing.topic, String(index).padEnd(24, '='))
  await store.flush()
  const seen = JSON.parse((await storage.get(`seen:${pairing.topic}`)) ?? '')
  expect(seen).toHaveLength(count)
  expect(store.isSeen(pairing.topic, '299'.padEnd(24, '='))).toBe(true)
})
