import { startRedis, type TestRedis } from '@hawser/test-kit/startRedis'
import { afterAll, beforeAll } from 'vitest'
import { createRedisMailbox } from '../mailboxes/redis.ts'
import { testRelayModel } from './relayModel.conformance.ts'

// In a file of its own, so that its runs go beside those of the other stores.
const isNightly = process.env.HAWSER_NIGHTLY === '1'
let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

testRelayModel('two relays on one Redis', {
  runs: isNightly ? 20_000 : 1_000,
  make: (now) => Promise.all([0, 1].map(() => createRedisMailbox({ url: redis.url, now, timeoutMs: 20_000 }))),
})
