import { startRedis, type TestRedis, type TestRedisOptions } from '@hawser/test-kit/startRedis'
import { afterEach, expect, test } from 'vitest'
import { InvalidRelayOptionError, MailboxUnusableError, RedisUnsafeError } from '../../errors.ts'
import { loadRedisWorld, parseRedisUrls } from '../../redis/redisAddress.ts'
import { slotOf } from '../../redis/redisSlot.ts'
import { createRedisMailbox } from '../redis.ts'

let redis: TestRedis | undefined
afterEach(async () => {
  await redis?.stop()
  redis = undefined
})
const start = async (options: TestRedisOptions = {}) => {
  redis = await startRedis(options)
  return redis
}
const outcome = (opening: Promise<{ close(): Promise<void> }>) =>
  opening.then(
    async (mailbox) => {
      await mailbox.close()
      return 'opened'
    },
    (error: Error) => error,
  )

test.each([
  ['appendonly no', { appendonly: false }, /"appendonly no".*appendonly yes/],
  ['allkeys-lru', { maxmemoryPolicy: 'allkeys-lru' }, /"maxmemory-policy allkeys-lru".*noeviction/],
  ['volatile-ttl', { maxmemoryPolicy: 'volatile-ttl' }, /"maxmemory-policy volatile-ttl".*noeviction/],
])('F-R7 createRedisMailbox: refuses a Redis with %s and says how to change it', async (_name, options, text) => {
  const { url } = await start(options)
  const refused = await outcome(createRedisMailbox({ url }))
  expect(refused).toBeInstanceOf(RedisUnsafeError)
  expect(String(refused)).toMatch(text)
  expect(await outcome(createRedisMailbox({ url, acceptLoss: true }))).toBe('opened')
})

test('F-R7 createRedisMailbox: reads the settings even if CONFIG is forbidden', async () => {
  const { url } = await start({ appendonly: false, extra: ['--rename-command', 'CONFIG', ''] })
  expect(await outcome(createRedisMailbox({ url }))).toBeInstanceOf(RedisUnsafeError)
})

test('createRedisMailbox: refuses an older Redis, by its version', async () => {
  const { url } = await start()
  const world = await loadRedisWorld()
  const open: typeof world.open = (target, address) => {
    const connection = world.open(target, address)
    return {
      ...connection,
      async sendCommand(command) {
        const answer = await connection.sendCommand(command)
        return typeof answer === 'string' ? answer.replace(/redis_version:[\d.]+/, 'redis_version:6.2.14') : answer
      },
    }
  }
  const refused = await outcome(createRedisMailbox({ url, world: { ...world, open } }))
  expect(refused).toBeInstanceOf(MailboxUnusableError)
  expect(String(refused)).toMatch(/Redis 7.0 or later; this one is 6.2.14/)
})

test('F-R24 createRedisMailbox: refuses the mailboxes of another version, shares its own', async () => {
  const { url, send } = await start()
  const first = await createRedisMailbox({ url })
  expect(await outcome(createRedisMailbox({ url }))).toBe('opened')
  await first.close()
  await send('SET', 'hawser:schema', '1')
  const refused = await outcome(createRedisMailbox({ url }))
  expect(refused).toBeInstanceOf(MailboxUnusableError)
  expect(String(refused)).toMatch(/schema 1; this one reads 4/)
})

test('F-R6 createRedisMailbox: distinguishes a wrong password, a missing one and no Redis', async () => {
  const { port } = await start({ extra: ['--requirepass', 'hunter2'] })
  const right = `redis://:hunter2@127.0.0.1:${port}`
  expect(await outcome(createRedisMailbox({ url: right }))).toBe('opened')
  const wrong = await outcome(createRedisMailbox({ url: `redis://:hunter3@127.0.0.1:${port}`, startMs: 300 }))
  expect(wrong).toBeInstanceOf(MailboxUnusableError)
  expect(String(wrong)).toMatch(/refuses the user or the password/)
  const none = await outcome(createRedisMailbox({ url: `redis://127.0.0.1:${port}`, startMs: 300 }))
  expect(String(none)).toMatch(/wants a password/)
  await redis?.kill()
  const gone = await outcome(createRedisMailbox({ url: right, startMs: 300 }))
  expect(String(gone)).toMatch(/cannot be reached/)
  for (const error of [wrong, none, gone]) expect(String(error)).not.toMatch(/hunter/)
})

test('createRedisMailbox: waits for a Redis that starts a little later', async () => {
  const { url } = await start()
  await redis?.kill()
  const opening = outcome(createRedisMailbox({ url }))
  await redis?.restart()
  expect(await opening).toBe('opened')
})

test('createRedisMailbox: refuses a replica', async () => {
  const { url } = await start({ extra: ['--replicaof', '127.0.0.1 1'] })
  const refused = await outcome(createRedisMailbox({ url, startMs: 500 }))
  expect(refused).toBeInstanceOf(MailboxUnusableError)
})

test.each([
  '',
  'http://127.0.0.1',
  'redis://',
  'redis://host/one',
  'redis://user:hunter2@',
  'redis://:hunter2%@host',
  'redis://:100%hunter2@host',
  'redis://hunter2%zz:password@host',
  'redis://:hunter2%ff@host',
])('parseRedisUrls: refuses %j without repeating it', (url) => {
  expect(() => parseRedisUrls([url])).toThrow(InvalidRelayOptionError)
  expect(() => parseRedisUrls([url])).not.toThrow(/hunter2/)
})

test('parseRedisUrls: says how to write "%" in a password', () => {
  expect(() => parseRedisUrls(['redis://:100%safe@redis:6379'])).toThrow(/"%".*"%25"/)
  expect(parseRedisUrls(['redis://:100%25safe@redis:6379']).password).toBe('100%safe')
})

test('parseRedisUrls: reads hosts, ports, TLS, user, password and database', () => {
  expect(parseRedisUrls(['rediss://me:p%40ss@[::1]:7000/3', 'rediss://other'])).toEqual({
    addresses: ['[::1]:7000', 'other:6379'],
    isTls: true,
    username: 'me',
    password: 'p@ss',
    database: 3,
  })
})

// From the Redis Cluster specification: CRC-16 of "123456789" is 0x31C3. Only the text in the first braces counts.
test('slotOf: agrees with Redis Cluster', () => {
  expect(slotOf('123456789')).toBe(0x31c3)
  expect(slotOf('hawser:{123456789}:box')).toBe(0x31c3)
  expect(slotOf('{}x')).toBe(slotOf('{}x'))
  expect(slotOf('foo')).toBe(12_182)
})

/** Collects the log, line by line. */
function listenIn() {
  const lines: string[] = []
  const say = (level: string) => (fields: object, text: string) => {
    lines.push(`${level} ${text} ${JSON.stringify(fields)}`)
  }
  return { lines, logger: { info: say('info'), warn: say('warn'), error: say('error') } }
}

test.each([
  ['0', /^warn .*"maxmemory 0".*--max-store-length is for SQLite alone/],
  ['64mb', undefined],
])('T-82 createRedisMailbox: warns at start of an unbounded Redis, with maxmemory %s', async (size, warning) => {
  const { url } = await start({ extra: ['--maxmemory', size] })
  const { lines, logger } = listenIn()
  expect(await outcome(createRedisMailbox({ url, logger }))).toBe('opened')
  expect(lines).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)])
})

test.each([
  ['loses its append-only file', ['CONFIG', 'SET', 'appendonly', 'no'], /^error .*appendonly no/],
  ['begins to evict', ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru'], /^error .*allkeys-lru/],
  ['becomes a replica', ['REPLICAOF', '127.0.0.1', '1'], /^error .*is a replica/],
])(
  'F-R7 a mailbox in use whose Redis %s reports it at the next purge, and is not ready',
  async (_name, change, line) => {
    const { url, send } = await start({ extra: ['--maxmemory', '64mb'] })
    const { lines, logger } = listenIn()
    const mailbox = await createRedisMailbox({ url, logger })
    await mailbox.purge()
    await mailbox.check()
    expect(lines).toEqual([])
    await send(...change)
    await mailbox.purge().catch(() => {})
    expect(lines).toEqual([expect.stringMatching(line)])
    await expect(mailbox.check()).rejects.toThrow(/appendonly no|allkeys-lru|is a replica/)
    await mailbox.close()
  },
)
