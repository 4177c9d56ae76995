import { randomBytes } from 'node:crypto'
import { addressOf } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rateLimiter.ts'

const pace = { perSecond: 20, burst: 100 }

test('pace: a burst of 100, then 20 a second, with the time to wait', () => {
  let time = 1_000
  const paces = createRateLimiter({ pace, now: () => time })
  const passed = () => Array.from({ length: 200 }, () => paces.take('a')).filter((wait) => wait === undefined).length
  expect(passed()).toBe(100)
  expect(paces.take('a')).toBe(50)
  time += 1_000
  expect(passed()).toBe(20)
  time += 3_600_000
  expect(passed()).toBe(100)
})

test('pace: a client that waits that long is served; another address is not delayed', () => {
  let time = 0
  const paces = createRateLimiter({ pace, now: () => time })
  for (let index = 0; index < 100; index += 1) paces.take('a')
  expect(paces.take('b')).toBeUndefined()
  time += paces.take('a') ?? 0
  expect(paces.take('a')).toBeUndefined()
})

test('pace T-93: bounds addresses; forgets the busiest last', () => {
  const paces = createRateLimiter({ pace, now: () => 0, maxAddresses: 50 })
  for (let index = 0; index < 100; index += 1) paces.take('greedy')
  for (let index = 0; index < 10_000; index += 1) {
    paces.take(`address ${index}`)
    if (index % 10 === 0) expect(paces.take('greedy')).toBeGreaterThan(0)
  }
  expect(paces.size).toBeLessThanOrEqual(51)
})

test('T-54: ten thousand addresses of one /64 share one bucket, which admits one burst', () => {
  const paces = createRateLimiter({ pace: { perSecond: 20, burst: 100 }, now: () => 0 })
  let passed = 0
  for (let index = 0; index < 10_000; index += 1) {
    const host = randomBytes(8).toString('hex').match(/.{4}/g)?.join(':')
    const key = addressOf({ peer: `2001:db8:1:2:${host}`, forwardedFor: undefined, trustedProxies: 0 })
    if (key !== undefined && paces.take(key) === undefined) passed += 1
  }
  expect(passed).toBe(100)
  expect(paces.size).toBe(1)
})
