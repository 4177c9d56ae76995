import { randomBytes } from 'node:crypto'
import { addressOf } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryBuckets } from './memory.ts'

const pace = { perSecond: 10, burst: 5 }

test('buckets: a burst goes at once, then one by one at the pace, in the order of the calls', () => {
  const buckets = createMemoryBuckets({ now: () => 1_000 })
  const waits = Array.from({ length: 8 }, () => buckets.take('a', pace, 1, 10_000))
  expect(waits).toEqual([0, 0, 0, 0, 0, 100, 200, 300])
  expect(buckets.take('b', pace, 1, 10_000)).toBe(0)
})

test('buckets: a call that would wait too long is refused and takes nothing', () => {
  let now = 0
  const buckets = createMemoryBuckets({ now: () => now })
  for (let index = 0; index < 7; index += 1) buckets.take('a', pace, 1, 200)
  for (let index = 0; index < 100; index += 1) expect(buckets.take('a', pace, 1, 200)).toBeUndefined()
  now = 100
  expect(buckets.take('a', pace, 1, 200)).toBe(200)
})

test('buckets: a full bucket admits a batch larger than a burst, and pays it off', () => {
  let now = 0
  const buckets = createMemoryBuckets({ now: () => now })
  expect(buckets.take('a', pace, 50, 0)).toBe(0)
  expect(buckets.take('a', pace, 1, 0)).toBeUndefined()
  now = 4_599
  expect(buckets.take('a', pace, 1, 0)).toBeUndefined()
  now = 4_600
  expect(buckets.take('a', pace, 1, 0)).toBe(0)
})

test('buckets: over any time admit no more than a burst and the refill of that time', () => {
  const call = fc.record({ afterMs: fc.integer({ min: 0, max: 500 }), cost: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), fc.integer({ min: 0, max: 1_000 }), (calls, maxWaitMs) => {
      let now = 0
      const buckets = createMemoryBuckets({ now: () => now })
      const done: { at: number; cost: number }[] = []
      for (const { afterMs, cost } of calls) {
        now += afterMs
        const wait = buckets.take('a', pace, cost, maxWaitMs)
        if (typeof wait === 'number') done.push({ at: now + wait, cost })
      }
      for (const [index, first] of done.entries()) {
        let sum = 0
        for (const { at, cost } of done.slice(index)) {
          sum += cost
          expect(sum).toBeLessThanOrEqual(pace.burst + (pace.perSecond * (at - first.at)) / 1_000 + 1e-6)
        }
      }
    }),
  )
})

test('T-93: forgets clients that come once when their buckets are full again', () => {
  let now = 0
  const buckets = createMemoryBuckets({ now: () => now })
  for (let client = 0; client < 10_000; client += 1) {
    now += 10
    buckets.take(`client ${client}`, pace, 1, 0)
  }
  // Each bucket is full again after 100 ms.
  expect(buckets.size()).toBeLessThan(20)
})

test('T-93: of a million addresses remembers a fixed number, the most recent ones', () => {
  const buckets = createMemoryBuckets({ now: () => 0, maxKeys: 1_000 })
  const exhaust = (key: string) => {
    for (let index = 0; index < 6; index += 1) buckets.take(key, pace, 1, 0)
  }
  exhaust('busy')
  for (let index = 0; index < 1_000_000; index += 1) {
    buckets.take(`address ${index}`, pace, 1, 0)
    if (index % 500 === 0) expect(buckets.take('busy', pace, 1, 0)).toBeUndefined()
  }
  expect(buckets.size()).toBeLessThanOrEqual(1_000)
})

test('T-93: forgets full buckets first', () => {
  let now = 0
  const buckets = createMemoryBuckets({ now: () => now, maxKeys: 10 })
  for (let index = 0; index < 10; index += 1) buckets.take(`old ${index}`, pace, 1, 0)
  now = 1_000
  for (let index = 0; index < 5; index += 1) buckets.take('new', pace, 1, 0)
  expect(buckets.size()).toBe(1)
})

test('T-54: ten thousand addresses of one /64 share one bucket, which admits one burst', () => {
  const buckets = createMemoryBuckets({ now: () => 0 })
  let passed = 0
  for (let index = 0; index < 10_000; index += 1) {
    const host = randomBytes(8).toString('hex').match(/.{4}/g)?.join(':')
    const key = addressOf({ peer: `2001:db8:1:2:${host}`, forwardedFor: undefined, trustedProxies: 0 })
    if (buckets.take(`connect ${key}`, { perSecond: 0.5, burst: 30 }, 1, 0) === 0) passed += 1
  }
  expect(passed).toBe(30)
  expect(buckets.size()).toBe(1)
})
