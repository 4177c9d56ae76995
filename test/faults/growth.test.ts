import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { startRedis, type TestRedis } from '@hawser/test-kit/startRedis'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, expect, test } from 'vitest'
import { noPace } from '../../packages/relay/src/limits/limits.ts'
import { type RelayProcess, startRelayProcess } from '../../packages/relay/src/server/relayProcess.fixture.ts'
import { startMill } from './mill.ts'
import { slopeOf } from './slopeOf.ts'

const parts = isNight ? 20 : 2
const share = isNight ? 1 : 0.002
// A message on Redis costs three times as much, so fewer messages fit into a night.
const loads = [
  { store: 'SQLite', messages: 1_000_000 * share, connects: 100_000 * share },
  { store: 'Redis', messages: 400_000 * share, connects: 40_000 * share },
] as const
let relay: RelayProcess | undefined
let redis: TestRedis | undefined
afterEach(async () => {
  await relay?.stop()
  await redis?.stop()
  redis = undefined
})

for (const { store, messages, connects } of loads) {
  test(
    `T-93: ${messages} messages and ${connects} connects on ${store}: memory is flat at night`,
    async () => {
      if (store === 'Redis') redis = await startRedis()
      const where =
        redis === undefined ? { sqliteFile: join(temporaryFolder(), 'relay.sqlite') } : { redisUrl: redis.url }
      relay = await startRelayProcess({ limits: { ...noPace, connectPace: noPace.publishPace }, store: where })
      const mill = await startMill({ port: relay.port, pairs: 50, window: 8, ttlSeconds: 20 })
      const startedAt = performance.now()
      const points: (readonly [count: number, bytes: number])[] = []
      for (let part = 1; part <= parts; part += 1) {
        await Promise.all([mill.publish(messages / parts), mill.comeAndGo(connects / parts, 8)])
        points.push([(messages * part) / parts, await relay.memoryWhenEmpty()])
      }
      mill.stop()
      const warm = points.slice(Math.ceil(parts * 0.3) - 1)
      const growth = slopeOf(warm) * 100_000
      console.log(
        `T-93: ${store}: ${(growth / 1e6).toFixed(2)} MB per 100,000 messages, ${((performance.now() - startedAt) / 1000).toFixed(0)} s; MB: ${points.map(([, bytes]) => (bytes / 1e6).toFixed(1)).join(', ')}`,
      )
      expect(relay.complaints()).toBe('')
      // The process allocates more at its start than 1 % of the messages could add.
      if (isNight) expect(growth).toBeLessThan(1e6)
    },
    isNight ? 900_000 : 120_000,
  )
}
