import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLocalKeyValue, type KeyValue } from '../platform/keyValue.ts'
import { readRecentWallet, recentWalletKey, writeRecentWallet } from './recent.ts'

function createKeyValue(text?: string): KeyValue & { readonly values: Map<string, string> } {
  const values = new Map<string, string>(text === undefined ? [] : [[recentWalletKey, text]])
  return {
    values,
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

test('D3 keeps only the id and a time, under the documented key', () => {
  const storage = createKeyValue()
  const recent = { id: 'rainbow', at: 1_700_000_000_000, name: 'Rainbow' }
  writeRecentWallet(storage, recent)
  expect([...storage.values]).toEqual([['hawser.recentWallet', '{"id":"rainbow","at":1700000000000}']])
  expect(readRecentWallet(storage)).toEqual({ id: 'rainbow', at: 1_700_000_000_000 })
})

test('readRecentWallet: an empty storage gives nothing', () => {
  expect(readRecentWallet(createKeyValue())).toBeUndefined()
})

const poison = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(
    '',
    'null',
    '[]',
    '{}',
    '"rainbow"',
    'javascript:alert(1)',
    '<img src=x onerror=alert(1)>',
    '{"id":"rainbow"}',
    '{"id":"../../etc/passwd","at":1}',
    '{"id":"javascript:alert(1)","at":1}',
    '{"id":"Rainbow","at":1}',
    '{"id":"rainbow","at":"1"}',
    '{"id":"rainbow","at":-1}',
    '{"id":"rainbow","at":1e400}',
    '{"id":"rainbow","at":1,"href":"https://evil.example"}',
    '{"__proto__":{"id":"rainbow","at":1}}',
    '{"id":"rainbow","at":1,"__proto__":{}}',
    '{"constructor":{"prototype":{"id":"x"}}}',
    '{"href":"metamask://","name":"MetaMask"}',
    `{"id":"${'a'.repeat(65)}","at":1}`,
    `{"id":"rainbow","at":1}${' '.repeat(300)}`,
    'x'.repeat(5 * 1024 * 1024),
  ),
  fc.record({ id: fc.anything(), at: fc.anything() }).map((value) => JSON.stringify(value) ?? ''),
)

test('T-14 1,000 poisoned values: no exception, only our own form is read, the rest is removed', () => {
  fc.assert(
    fc.property(poison, (text) => {
      const storage = createKeyValue(text)
      const recent = readRecentWallet(storage)
      if (recent === undefined) expect(storage.values.size).toBe(0)
      else {
        expect(Object.keys(recent).sort()).toEqual(['at', 'id'])
        expect(recent.id).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/)
        expect(recent.at).toBeGreaterThanOrEqual(0)
      }
      expect(Object.hasOwn(Object.prototype, 'id')).toBe(false)
    }),
    { numRuns: runs(1000) },
  )
})

test.each<[string, Partial<Storage>]>([
  ['full', { getItem: () => null, removeItem: () => {}, setItem: quota }],
  ['forbidden', { getItem: forbidden, setItem: forbidden, removeItem: forbidden }],
])('F12 a storage that is %s keeps its values as long as the page', (_, area) => {
  const storage = createLocalKeyValue(() => area as Storage)
  storage.set('a', 'b')
  expect(storage.get('a')).toBe('b')
  expect(createLocalKeyValue(() => area as Storage).get('a')).toBeUndefined()
  storage.remove('a')
  expect(storage.get('a')).toBeUndefined()
})

test('F12 a storage that was full accepts fitting values again, and not the old ones', () => {
  const kept = new Map([['a', 'old']])
  let isFull = true
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => (isFull ? quota() : void kept.set(key, value)),
    removeItem: (key: string) => void kept.delete(key),
  }
  const storage = createLocalKeyValue(() => area as unknown as Storage)
  storage.set('a', 'new')
  expect([storage.get('a'), kept.get('a')]).toEqual(['new', 'old'])
  isFull = false
  storage.set('a', 'newer')
  expect([storage.get('a'), kept.get('a')]).toEqual(['newer', 'newer'])
})

function quota(): never {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

function forbidden(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('T-69 storage that is absent, forbidden or full never throws', () => {
  const throwing = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const area of [
    throwing,
    () => ({ getItem: throwing, setItem: throwing, removeItem: throwing }) as unknown as Storage,
  ]) {
    const storage = createLocalKeyValue(area)
    expect(storage.get('a')).toBeUndefined()
    expect(() => storage.set('a', 'b')).not.toThrow()
    expect(() => storage.remove('a')).not.toThrow()
  }
  // Node has no localStorage.
  expect(createLocalKeyValue().get('a')).toBeUndefined()
})
