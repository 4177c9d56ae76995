import { startRedisCluster, type TestRedisCluster } from '@hawser/test-kit/startRedis'
import { afterAll, beforeAll } from 'vitest'
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
  for (const node of totalLength === undefined ? [] : cluster.nodes) {
    const used = /^used_memory:(\d+)/m.exec(await node.send('INFO', 'memory'))?.[1]
    // Some of what is used now are buffers of connections, and free again soon.
    const room = (0.7 * (totalLength ?? 0)) / cluster.nodes.length
    await node.send('CONFIG', 'SET', 'maxmemory', String(Math.floor(Number(used) + room)))
  }
  return mailbox
})
