import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createMemoryMailbox } from './mailboxes/memory.ts'
import { createRedisMailbox } from './mailboxes/redis.ts'
import { createSqliteMailbox } from './mailboxes/sqlite.ts'
import { testRelayModel } from './relayModel.conformance.ts'
import { startRedis, type TestRedis } from './startRedis.conformance.ts'

const isNightly = process.env.HAWSER_NIGHTLY === '1'
const folder = mkdtempSync(join(tmpdir(), 'hawser-model-'))
let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
  rmSync(folder, { recursive: true })
})

testRelayModel('one relay in memory', {
  runs: isNightly ? 5_000 : 60,
  make: async (now) => [createMemoryMailbox({ now })],
})
testRelayModel('one relay on SQLite', {
  runs: isNightly ? 5_000 : 60,
  make: async (now) => [createSqliteMailbox({ file: join(folder, 'relay.sqlite'), now })],
})
testRelayModel('two relays on one Redis', {
  runs: isNightly ? 20_000 : 250,
  make: (now) =>
    Promise.all([
      createRedisMailbox({ url: redis.url, now, timeoutMs: 20_000 }),
      createRedisMailbox({ url: redis.url, now, timeoutMs: 20_000 }),
    ]),
})
