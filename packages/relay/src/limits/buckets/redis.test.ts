import { isNight, nightLimit } from '@hawser/test-kit/night'
import { sharedRedis, sharedRedisCluster } from '@hawser/test-kit/sharedServers'
import { startRedis } from '@hawser/test-kit/startRedis'
import { afterEach, expect, test } from 'vitest'
import type { Buckets } from '../buckets.ts'
import { createRedisBuckets } from './redis.ts'

const redis = await sharedRedis()

// Stopped after each test, so that a failed test leaves nothing running.
const parts: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of parts.splice(0).reverse()) await stop()
})
async function start<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting
  parts.push(started.stop)
  return started
}
async function open(urls: readonly string[]): Promise<Buckets> {
  const buckets = await createRedisBuckets({ urls })
  parts.push(buckets.close)
  return buckets
}

const pace = { perSecond: 50, burst: 20 }

/** Counts the tokens that relays get out of one bucket in about `ms` milliseconds, each asking for one token at a time. */
async function drain(relays: readonly Buckets[], key: string, ms: number) {
  let count = 0
  const startedAt = performance.now()
  const endsAt = startedAt + ms
  await Promise.all(
    relays.map(async (buckets) => {
      while (performance.now() < endsAt) {
        if ((await buckets.take(key, pace, 1, 0)) === 0) count += 1
        else await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }),
  )
  // On a busy machine the last answer is late.
  return { count, seconds: (performance.now() - startedAt) / 1_000 }
}

test('two relays on one Redis together admit the rate of one, within a fifth', async () => {
  const relays = await Promise.all([1, 2].map(() => open([redis.url])))
  const { count, seconds } = await drain(relays, 'publish shared', 2_000)
  const allowed = pace.burst + pace.perSecond * seconds
  expect(count).toBeLessThanOrEqual(allowed * 1.2)
  // A client without processor time asks for less than the bucket gives. By day the count must only exceed the bucket's burst.
  expect(count).toBeGreaterThan(isNight ? allowed * 0.7 : pace.burst)
})

test('waits as long as buckets in memory do, and leaves no key in Redis', async () => {
  const own = await start(startRedis())
  const buckets = await open([own.url])
  const waits: unknown[] = []
  const startedAt = performance.now()
  for (let index = 0; index < 24; index += 1) waits.push(await buckets.take('publish k', pace, 1, 10_000))
  expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0))
  // The bucket refilled while the calls ran.
  const passedMs = performance.now() - startedAt
  expect(Number(waits.at(-1))).toBeGreaterThanOrEqual(Math.floor(80 - passedMs))
  expect(Number(waits.at(-1))).toBeLessThanOrEqual(80)
  const slow = { ...pace, burst: 1, perSecond: 0.5 }
  expect(await buckets.take('publish s', slow, 1, 10)).toBe(0)
  expect(await buckets.take('publish s', slow, 1, 10)).toBeUndefined()
  const scripts = await own.send('INFO', 'commandstats')
  expect(Number(/cmdstat_evalsha:calls=(\d+)/.exec(scripts)?.[1])).toBeLessThan(18)
  while ((await own.send('DBSIZE')).includes('1')) await new Promise((resolve) => setTimeout(resolve, 50))
})

test('a Redis whose clock goes back an hour delays no client for an hour', async () => {
  const buckets = await open([redis.url])
  const future = Date.now() + 3_600_000
  await redis.send('SET', 'hawser:pace:{publish back}', `${future + 400} ${future}`)
  const wait = Number(await buckets.take('publish back', pace, 1, 1_000))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(20)
})

test('a relay keeps its own buckets while Redis is killed or hangs, and shares them afterwards', async () => {
  const own = await start(startRedis())
  const buckets = await open([own.url])
  const count = async (key: string) => {
    let passed = 0
    while ((await buckets.take(key, { perSecond: 0.1, burst: 30 }, 1, 0)) === 0) passed += 1
    return passed
  }
  expect(await count('connect before')).toBe(30)
  await own.kill()
  const startedAt = performance.now()
  expect(await count('connect killed')).toBe(30)
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(1_000))
  await own.restart()
  const keys = async () => own.send('EXISTS', 'hawser:pace:{connect again}')
  while (!(await keys()).includes('1')) {
    await buckets.take('connect again', { perSecond: 0.1, burst: 1e6 }, 1, 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  own.pause()
  const pausedAt = performance.now()
  expect(await count('connect hung')).toBe(30)
  expect(performance.now() - pausedAt).toBeLessThan(nightLimit(1_500))
  own.resume()
})

test('on a Redis Cluster each bucket is one, in any slot', async () => {
  const { urls } = sharedRedisCluster()
  const relays = await Promise.all([1, 2].map(() => open(urls)))
  const passed = new Map<string, number>()
  for (let round = 0; round < 8; round += 1) {
    for (let index = 0; index < 20; index += 1) {
      const key = `connect 192.0.2.${index}`
      const wait = await relays[round % 2]?.take(key, { perSecond: 0.1, burst: 5 }, 1, 0)
      if (wait === 0) passed.set(key, (passed.get(key) ?? 0) + 1)
    }
  }
  expect([...passed.values()]).toEqual(Array.from({ length: 20 }, () => 5))
})
