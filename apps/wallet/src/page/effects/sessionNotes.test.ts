import { createMemoryStorage } from '@hawser/sign'
import { expect, test } from 'vitest'
import { makeSession } from '../wallet.fixture.ts'
import { createSessionNotes, sessionNotesKey } from './sessionNotes.ts'

const now = () => 1000
const pairingTopic = 'a'.repeat(64)
const session = makeSession({ pairingTopic })
const other = makeSession({ topic: 'b'.repeat(64), pairingTopic })

test('T-31: an app’s verdict lives as long as its session, over a restart too', async () => {
  const storage = createMemoryStorage()
  const first = createSessionNotes(storage, now)
  await first.approving(pairingTopic, 'mismatch', () => first.keep([session]))
  const second = createSessionNotes(storage, now)
  expect(second.of(session).origin).toBe('unknown')
  await second.load()
  expect(second.of(session).origin).toBe('mismatch')
  await second.keep([])
  expect(await storage.keys()).toEqual([])
})

test('T-31: it is stored before the approval goes out, so a wallet that stops in between has it', async () => {
  const storage = createMemoryStorage()
  const first = createSessionNotes(storage, now)
  await first.approving(pairingTopic, 'mismatch', async () => {
    const killed = createSessionNotes(storage, now)
    await killed.load()
    expect(killed.of(session).origin).toBe('mismatch')
    await killed.keep([session])
    expect(await storage.get(sessionNotesKey)).toBe(
      JSON.stringify({ [session.topic]: { origin: 'mismatch', connectedAt: 1000 } }),
    )
  })
})

test.each(['mismatch', 'unknown', 'scam'] as const)(
  'T-31: a later verdict on one pairing does not apply to a session that was %s',
  async (status) => {
    const storage = createMemoryStorage()
    const origins = createSessionNotes(storage, now)
    await origins.approving(pairingTopic, status, () => origins.keep([session]))
    await origins.approving(pairingTopic, 'valid', async () => {
      expect(origins.of(session).origin).toBe(status)
      await origins.keep([session, other])
    })
    expect([session, other].map((each) => origins.of(each).origin)).toEqual([status, 'valid'])
    const later = createSessionNotes(storage, now)
    await later.load()
    expect([session, other].map((each) => later.of(each).origin)).toEqual([status, 'valid'])
  },
)

test('the verdict of a pending approval stays when another session changes', async () => {
  const storage = createMemoryStorage()
  const origins = createSessionNotes(storage, now)
  const failed = origins.approving(pairingTopic, 'valid', async () => {
    await origins.keep([makeSession({ topic: 'd'.repeat(64), pairingTopic: 'e'.repeat(64) })])
    expect(await storage.get(sessionNotesKey)).toBe(
      JSON.stringify({
        [pairingTopic]: { origin: 'valid', connectedAt: 1000 },
        ['d'.repeat(64)]: { origin: 'unknown', connectedAt: 1000 },
      }),
    )
    throw new Error('too late')
  })
  await expect(failed).rejects.toThrow('too late')
  expect(origins.of(session).origin).toBe('unknown')
  await origins.keep([])
  expect(await storage.keys()).toEqual([])
})

test('a session keeps the time of its approval over a reload, until it ends', async () => {
  const storage = createMemoryStorage()
  const first = createSessionNotes(storage, () => 1000)
  await first.approving(pairingTopic, 'valid', () => first.keep([session]))
  const reopened = createSessionNotes(storage, () => 2000)
  await reopened.load()
  await reopened.keep([session, makeSession({ topic: 'd'.repeat(64), pairingTopic: 'e'.repeat(64) })])
  expect(reopened.of(session).connectedAt).toBe(1000)
  await reopened.keep([])
  expect(reopened.of(session).connectedAt).toBe(2000)
})

test('a storage that refuses writes does not prevent an approval', async () => {
  const storage = { ...createMemoryStorage(), set: () => Promise.reject(new Error('full')) }
  const origins = createSessionNotes(storage, now)
  await origins.approving(pairingTopic, 'scam', () => origins.keep([session]).catch(() => {}))
  expect(origins.of(session).origin).toBe('scam')
})

const valid = '{"origin":"valid","connectedAt":1}'
test.each([
  ...['', '{', '[]', 'null', '7', `{"short":${valid}}`, `{"__proto__":${valid}}`],
  ...['"valid"', '{"origin":"good","connectedAt":1}', '{"origin":"valid","connectedAt":"soon"}'].map(
    (note) => `{"${session.topic}":${note}}`,
  ),
])('ignores unreadable values: case %#', async (text) => {
  const storage = createMemoryStorage()
  await storage.set(sessionNotesKey, text)
  const origins = createSessionNotes(storage, now)
  await origins.load()
  expect(origins.of(session).origin).toBe('unknown')
})
