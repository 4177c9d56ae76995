import { isNight } from '@hawser/test-kit/night'
import { sharedRedis } from '@hawser/test-kit/sharedServers'
import { createRedisMailbox } from '../mailboxes/redis.ts'
import { testRelayModel } from './relayModel.conformance.ts'

// In a separate file, so that its runs go in parallel with those of the other stores.
const redis = await sharedRedis()

testRelayModel('two relays on one Redis', {
  runs: isNight ? 20_000 : 30,
  make: (now) => Promise.all([0, 1].map(() => createRedisMailbox({ url: redis.url, now, timeoutMs: 20_000 }))),
})
