import { startRedis, type TestRedis } from '@hawser/test-kit/startRedis'
import { afterAll, beforeAll } from 'vitest'
import { boundMemory } from './boundMemory.fixture.ts'
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
  if (totalLength !== undefined) await boundMemory(mailbox, [redis], totalLength)
  return mailbox
})
