import { createStorageArea } from '@hawser/test-kit/createStorageArea'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asked, createTestClients, granted, keptOf } from '../testing/testClients.fixture.ts'
import { createMemoryStorage, createWebStorage, type Storage } from './storage.ts'

const refusing = (names: readonly string[]): globalThis.Storage => {
  const area = createStorageArea()
  const refuse = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  return Object.assign(area, Object.fromEntries(names.map((name) => [name, refuse])))
}

const blocked = (): never => {
  throw new DOMException('', 'SecurityError')
}

test.each<[string, () => Storage]>([
  ['in memory', createMemoryStorage],
  ['over localStorage', () => createWebStorage(() => localArea)],
  ['over an area that is blocked', () => createWebStorage(blocked)],
  ['over an area that is full', () => createWebStorage(() => fullArea)],
  ['over an area that refuses everything', () => createWebStorage(() => refusingArea)],
])('storage %s keeps, replaces and removes', async (_, make) => {
  const storage = make()
  expect(await storage.get('a')).toBeUndefined()
  await storage.set('a', '1')
  await storage.set('a', '2')
  expect(await storage.get('a')).toBe('2')
  await storage.remove('a')
  expect(await storage.get('a')).toBeUndefined()
})
const localArea = createStorageArea()
const fullArea = refusing(['setItem'])
const refusingArea = refusing(['getItem', 'setItem', 'removeItem'])

test('createWebStorage: keeps values under its prefix, and reads nothing that an area refused', async () => {
  const area = createStorageArea()
  const storage = createWebStorage(() => area, 'p:')
  await storage.set('a', 'old')
  expect(area.getItem('p:a')).toBe('old')
  const setItem = area.setItem
  area.setItem = blocked
  await storage.set('a', 'new')
  expect(await storage.get('a')).toBe('new')
  area.setItem = setItem
  await storage.set('a', 'newer')
  expect(area.getItem('p:a')).toBe('newer')
})

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const tables = ['seed', 'pairings', 'proposed', 'proposals', 'sessions', 'requests']

test.each(
  tables.flatMap((name) => ['{', 'null', '5', '{}', '[null, 5, {}, []]', '"x"'].map((text) => [name, text] as const)),
)('a client starts on a storage where %s is %s', async (name, text) => {
  const storage = createMemoryStorage()
  await storage.set(name, text)
  const client = house.create(storage)
  await client.ready()
  expect([client.sessions(), client.pendingProposals(), client.pendingRequests()]).toEqual([[], [], []])
  await (await client.propose({})).published
})

test('a client starts on a storage that cannot be read', async () => {
  const broken = createMemoryStorage()
  broken.get = () => Promise.reject(new Error('no'))
  await (await house.create(broken).propose({})).published
})

test('drops one poisoned record, and keeps its neighbours', async () => {
  const { topic } = await house.settle()
  await house.dapp.stop()
  const [good] = JSON.parse((await keptOf(house.storages.dapp, 'sessions')) ?? '')
  const poisoned = [
    { ...good, symKey: 'ab'.repeat(32) },
    { ...good, session: { ...good.session, namespaces: { eip155: { accounts: ['x'] } } } },
    { ...good, session: { ...good.session, role: 'admin' } },
    { ...good, session: { ...good.session, peer: {} } },
    good,
  ]
  await house.storages.dapp.set('sessions', JSON.stringify(poisoned))
  const client = house.create(house.storages.dapp)
  await client.ready()
  expect(client.sessions().map((session) => session.topic)).toEqual([topic])
  await client.ping({ topic })
})

test('two clients on one storage do not undo each other', async () => {
  const tab = house.create(house.storages.dapp)
  await tab.ready()
  const first = await house.settle()
  const proposed = await tab.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const second = await proposed.approval
  const stored = async () => {
    const sessions: { session: { topic: string } }[] = JSON.parse(
      (await keptOf(house.storages.dapp, 'sessions')) ?? '[]',
    )
    return sessions.map(({ session }) => session.topic)
  }
  await expect.poll(stored).toEqual([first.topic, second.topic])
  await house.dapp.disconnect({ topic: first.topic })
  await expect.poll(stored).toEqual([second.topic])
})

test('a client starts on a stored session with any value in any field', async () => {
  await house.settle()
  await house.dapp.stop()
  const text = (await keptOf(house.storages.dapp, 'sessions')) ?? ''
  const paths = Object.keys(JSON.parse(text)[0].session)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, value) => {
      const stored = JSON.parse(text)
      stored[0].session[path] = value
      const storage = createMemoryStorage()
      await storage.set('sessions', JSON.stringify(stored))
      const client = house.create(storage)
      await client.ready()
      for (const session of client.sessions()) expect(typeof session.expiresAt).toBe('number')
      await client.stop()
    }),
    { numRuns: 60 },
  )
})
