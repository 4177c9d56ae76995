import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { sharedRedis } from '@hawser/test-kit/sharedServers'
import { startRedisCluster, type TestRedisCluster } from '@hawser/test-kit/startRedis'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterAll, beforeAll } from 'vitest'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createRedisMailbox } from '../mailboxes/redis.ts'
import { createSqliteMailbox } from '../mailboxes/sqlite.ts'
import { testStranger } from './stranger.conformance.ts'

const folder = temporaryFolder()
const redis = await sharedRedis()
let files = 0

testStranger('memory', async (limits) => createMemoryMailbox({ limits }))
testStranger('SQLite', async (limits) => {
  files += 1
  return createSqliteMailbox({ file: join(folder, `${files}.sqlite`), limits })
})
testStranger('Redis', async (limits) => {
  await redis.send('FLUSHDB')
  return createRedisMailbox({ url: redis.url, limits, timeoutMs: 20_000 })
})
// By day, redisCluster.test.ts runs the same scripts.
if (isNight) {
  // A separate cluster, because an address's share is counted over the whole cluster.
  let cluster: TestRedisCluster
  beforeAll(async () => {
    cluster = await startRedisCluster()
  })
  afterAll(() => cluster.stop())
  testStranger('Redis Cluster', async (limits) => {
    for (const node of cluster.nodes) await node.send('FLUSHALL')
    return createRedisMailbox({ urls: cluster.urls, limits, timeoutMs: 20_000 })
  })
}
