import { expect, test } from 'vitest'
import { createAnswerCache } from './answerCache.ts'
import { createStoredAnswer } from './storedAnswer.ts'

const answerOf = (length: number) =>
  createStoredAnswer({ route: '/', bytes: new Uint8Array(length), type: 'text/plain', cacheControl: '', isKept: false })

test('answerCache T-93: keeps the latest requested answers, within its bytes', () => {
  const cache = createAnswerCache(100_000)
  const [first, large] = [answerOf(1_000), answerOf(30_000)]
  cache.put('first', first)
  for (let index = 0; index < 1_000; index += 1) {
    cache.put(`answer ${index}`, answerOf(1_000))
    expect(cache.get('first')).toBe(first)
    expect(cache.length).toBeLessThanOrEqual(100_000)
  }
  expect(cache.get('answer 999')).toBeDefined()
  expect(cache.get('answer 0')).toBeUndefined()
  cache.put('first', large)
  cache.put('first', large)
  expect(cache.get('first')).toBe(large)
  expect(cache.length).toBeLessThanOrEqual(100_000)
})

test('answerCache: does not keep an answer larger than all of it', () => {
  const cache = createAnswerCache(10_000)
  cache.put('large', answerOf(1_000_000))
  expect([cache.get('large'), cache.length]).toEqual([undefined, 0])
})
