import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeyValue } from '../platform/keyValue.ts'
import { createSessionMemory, sessionMemoryKey } from './memory.ts'

function createKeyValue(first?: string) {
  const values = new Map(first === undefined ? [] : [[sessionMemoryKey, first]])
  const storage: KeyValue = {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
  return { storage, values }
}

const topic = (digit: string) => digit.repeat(64)
const ended = (name: string, digit: string) =>
  ({ topic: topic(digit), walletName: name, cause: 'wallet', at: 1_700_000_000_000 }) as const

test('complaint 11: a wallet belongs to one session, and goes with it', () => {
  const { storage, values } = createKeyValue()
  const memory = createSessionMemory(storage)
  memory.bind({ topic: topic('a'), id: 'rainbow', via: 'mobile' })
  memory.bind({ topic: topic('b'), id: 'trust', via: 'qrcode' })
  expect(memory.walletOf(topic('a'))).toEqual({ topic: topic('a'), id: 'rainbow', via: 'mobile' })
  expect(memory.walletOf(topic('b'))?.id).toBe('trust')
  expect(memory.walletOf(topic('c'))).toBeUndefined()
  // Another page of the same browser reads the same data.
  expect(createSessionMemory(storage).walletOf(topic('b'))?.via).toBe('qrcode')
  memory.forget(topic('a'))
  expect(memory.walletOf(topic('a'))).toBeUndefined()
  memory.keepOnly([])
  expect(values.size).toBe(0)
})

test('keeps ended sessions until they are read, eight at most', () => {
  const { storage, values } = createKeyValue()
  const memory = createSessionMemory(storage)
  for (const digit of '0123456789') memory.addEnded(ended(`Wallet ${digit}`, digit))
  memory.addEnded(ended('Wallet 9', '9'))
  expect(memory.ended().map(({ walletName }) => walletName)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((n) => `Wallet ${n}`))
  memory.bind({ topic: topic('a'), id: 'rainbow', via: 'mobile' })
  memory.forgetEnded()
  expect(createSessionMemory(storage).ended()).toEqual([])
  expect(memory.walletOf(topic('a'))?.id).toBe('rainbow')
  expect(values.size).toBe(1)
})

test('without a working storage it lasts as long as the page', () => {
  const { storage, values } = createKeyValue()
  let isFull = true
  const full: KeyValue = { ...storage, set: (key, value) => (isFull ? undefined : storage.set(key, value)) }
  for (const memory of [createSessionMemory(undefined), createSessionMemory(full)]) {
    memory.bind({ topic: topic('a'), id: 'rainbow', via: 'mobile' })
    memory.addEnded(ended('Rainbow', 'a'))
    expect([memory.walletOf(topic('a'))?.id, memory.ended().length]).toEqual(['rainbow', 1])
    isFull = false
    memory.forgetEnded()
    expect([memory.walletOf(topic('a'))?.id, memory.ended().length]).toEqual(['rainbow', 0])
    isFull = true
  }
  expect(values.get(sessionMemoryKey)).toContain('rainbow')
})

test('T-14 remembers fifty wallets, within the read limit', () => {
  const { storage } = createKeyValue()
  const memory = createSessionMemory(storage)
  for (let n = 0; n < 60; n += 1)
    memory.bind({ topic: n.toString(16).padStart(64, '0'), id: 'w'.repeat(64), via: 'desktop' })
  for (let n = 0; n < 8; n += 1) memory.addEnded(ended('界'.repeat(64), n.toString(16)))
  expect([memory.wallets().length, memory.ended().length]).toEqual([50, 8])
})

test('T-14 removes poisoned values and follows none', () => {
  const link = { topic: topic('a'), id: 'javascript:alert(1)', via: 'mobile' }
  for (const text of [
    'null',
    '[]',
    '{',
    '{"wallets":{},"ended":[]}',
    JSON.stringify({ wallets: [link], ended: [] }),
    JSON.stringify({ wallets: [{ ...link, id: 'rainbow', via: '__proto__' }], ended: [] }),
    JSON.stringify({ wallets: [{ ...link, id: 'rainbow', topic: 'x' }], ended: [] }),
    JSON.stringify({ wallets: [], ended: [{ ...ended('x', 'a'), cause: 'us' }] }),
    JSON.stringify({ wallets: Array.from({ length: 51 }, () => ({ ...link, id: 'rainbow' })), ended: [] }),
    `{"wallets":[],"ended":[]${' '.repeat(20_000)}}`,
    '{"__proto__":{"wallets":[]}}',
  ]) {
    const { storage, values } = createKeyValue(text)
    const memory = createSessionMemory(storage)
    expect([memory.wallets(), memory.ended()], text.slice(0, 80)).toEqual([[], []])
    expect(values.size, text.slice(0, 80)).toBe(0)
  }
  const { storage } = createKeyValue(JSON.stringify({ wallets: [], ended: [ended('\u202eksaM\u200b', 'a')] }))
  expect(createSessionMemory(storage).ended()[0]?.walletName).toBe('ksaM')
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const memory = createSessionMemory(createKeyValue(text).storage)
      return memory.wallets().length + memory.ended().length === 0
    }),
    { numRuns: runs(1_000) },
  )
})
