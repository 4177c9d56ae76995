import { startRedisCluster, type TestRedisCluster } from '@hawser/test-kit/startRedis'
import { afterAll, beforeAll } from 'vitest'
import { boundMemory } from '../boundMemory.fixture.ts'
import { testMailbox } from '../mailbox.conformance.ts'
import { createRedisMailbox } from '../redis.ts'

let cluster: TestRedisCluster
beforeAll(async () => {
  cluster = await startRedisCluster(3)
})
afterAll(() => cluster.stop())

testMailbox('Redis Cluster', async (options) => {
  for (const node of cluster.nodes) await node.send('FLUSHALL')
  for (const node of cluster.nodes) await node.send('CONFIG', 'SET', 'maxmemory', '0')
  const mailbox = await createRedisMailbox({ urls: cluster.urls, timeoutMs: 20_000, ...options })
  const { totalLength } = options.limits ?? {}
  // Each node gets more than its even share, because topics are not spread evenly.
  if (totalLength !== undefined) await boundMemory(mailbox, cluster.nodes, 0.7 * totalLength)
  return mailbox
})
