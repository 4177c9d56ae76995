import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { sharedRedisCluster } from '@hawser/test-kit/sharedServers'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createRedisMailbox } from '../mailboxes/redis.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import { testRelayModel } from './relayModel.conformance.ts'

const folder = temporaryFolder()
const cluster = sharedRedisCluster()

testRelayModel('one relay in memory', {
  runs: isNight ? 2_000 : 20,
  make: async (now) => [createMemoryMailbox({ now })],
})
testRelayModel('one relay on SQLite', {
  runs: isNight ? 2_000 : 20,
  make: async (now) => [createSqliteMailbox({ file: join(folder, 'relay.sqlite'), now })],
})
testRelayModel('two relays on a Redis Cluster of three', {
  runs: isNight ? 1_000 : 15,
  make: (now) => Promise.all([0, 1].map(() => createRedisMailbox({ urls: cluster.urls, now, timeoutMs: 20_000 }))),
})
