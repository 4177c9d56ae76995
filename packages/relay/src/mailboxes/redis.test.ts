import { startRedis, type TestRedis } from '@hawser/test-kit/startRedis'
import { afterAll, beforeAll } from 'vitest'
import { testMailbox } from './mailbox.conformance.ts'
import { createRedisMailbox } from './redis.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

testMailbox('Redis', async (options) => {
  await redis.send('FLUSHALL')
  await redis.send('CONFIG', 'SET', 'maxmemory', '0')
  const mailbox = await createRedisMailbox({ url: redis.url, timeoutMs: 20_000, ...options })
  const { totalLength } = options.limits ?? {}
  if (totalLength !== undefined) {
    const used = /^used_memory:(\d+)/m.exec(await redis.send('INFO', 'memory'))?.[1]
    await redis.send('CONFIG', 'SET', 'maxmemory', String(Number(used) + totalLength))
  }
  return mailbox
})
