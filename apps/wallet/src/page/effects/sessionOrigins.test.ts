import { createMemoryStorage } from '@hawser/sign'
import { expect, test } from 'vitest'
import { makeSession } from '../wallet.fixture.ts'
import { createSessionOrigins, sessionOriginsKey } from './sessionOrigins.ts'

const pairingTopic = 'a'.repeat(64)
const session = makeSession({ pairingTopic })
const other = makeSession({ topic: 'b'.repeat(64), pairingTopic })

test('T-31: what was found of an app is there as long as its session, over a restart too', async () => {
  const storage = createMemoryStorage()
  const first = createSessionOrigins(storage)
  await first.approving(pairingTopic, 'mismatch', () => first.keep([session]))
  const second = createSessionOrigins(storage)
  expect(second.of(session)).toBe('unknown')
  await second.load()
  expect(second.of(session)).toBe('mismatch')
  await second.keep([])
  expect(await storage.keys()).toEqual([])
})

test('T-31: it is stored before the approval goes out, so a wallet that ends in between knows it', async () => {
  const storage = createMemoryStorage()
  const first = createSessionOrigins(storage)
  await first.approving(pairingTopic, 'mismatch', async () => {
    const killed = createSessionOrigins(storage)
    await killed.load()
    expect(killed.of(session)).toBe('mismatch')
    await killed.keep([session])
    expect(await storage.get(sessionOriginsKey)).toBe(JSON.stringify({ [session.topic]: 'mismatch' }))
  })
})

test.each(['mismatch', 'unknown', 'scam'] as const)(
  'T-31: what is found of a later question on one pairing is not of a session that was %s',
  async (status) => {
    const storage = createMemoryStorage()
    const origins = createSessionOrigins(storage)
    await origins.approving(pairingTopic, status, () => origins.keep([session]))
    await origins.approving(pairingTopic, 'valid', async () => {
      expect(origins.of(session)).toBe(status)
      await origins.keep([session, other])
    })
    expect([session, other].map(origins.of)).toEqual([status, 'valid'])
    const later = createSessionOrigins(storage)
    await later.load()
    expect([session, other].map(later.of)).toEqual([status, 'valid'])
  },
)

test('what was found of an approval on its way stays when another session changes', async () => {
  const storage = createMemoryStorage()
  const origins = createSessionOrigins(storage)
  const failed = origins.approving(pairingTopic, 'valid', async () => {
    await origins.keep([makeSession({ topic: 'd'.repeat(64), pairingTopic: 'e'.repeat(64) })])
    expect(await storage.get(sessionOriginsKey)).toBe(
      JSON.stringify({ [pairingTopic]: 'valid', ['d'.repeat(64)]: 'unknown' }),
    )
    throw new Error('too late')
  })
  await expect(failed).rejects.toThrow('too late')
  expect(origins.of(session)).toBe('unknown')
  await origins.keep([])
  expect(await storage.keys()).toEqual([])
})

test('a storage that takes nothing does not keep a person from approving', async () => {
  const storage = { ...createMemoryStorage(), set: () => Promise.reject(new Error('full')) }
  const origins = createSessionOrigins(storage)
  await origins.approving(pairingTopic, 'scam', () => origins.keep([session]).catch(() => {}))
  expect(origins.of(session)).toBe('scam')
})

test.each(['', '{', '[]', '7', `{"${session.topic}":"good"}`, '{"short":"valid"}', '{"__proto__":"valid"}'])(
  'what cannot be read counts as nothing: case %#',
  async (text) => {
    const storage = createMemoryStorage()
    await storage.set(sessionOriginsKey, text)
    const origins = createSessionOrigins(storage)
    await origins.load()
    expect(origins.of(session)).toBe('unknown')
  },
)
