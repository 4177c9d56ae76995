import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { nightLimit } from '@hawser/test-kit/night'
import { startRedis, startRedisCluster, type TestRedis, type TestRedisOptions } from '@hawser/test-kit/startRedis'
import { afterEach, expect, test } from 'vitest'
import { MailboxFailedError, StoreFullError } from '../../errors.ts'
import type { Mailbox } from '../mailbox.ts'
import { publishOf } from '../publishOf.fixture.ts'
import { createRedisMailbox, type RedisMailboxOptions } from '../redis.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})
const newTopic = () => randomBytes(32).toString('hex')
const at = (topic: string) => [{ topic, afterSequence: 0 }]

async function start(options: TestRedisOptions = {}, mailboxOptions: Partial<RedisMailboxOptions> = {}) {
  const redis = await startRedis(options)
  stops.push(() => redis.stop())
  const mailbox = await createRedisMailbox({ url: redis.url, ...mailboxOptions })
  stops.push(() => mailbox.close())
  return { redis, mailbox }
}

/** Makes every kind of call once, and measures each. */
async function tryAll(mailbox: Mailbox) {
  const topic = newTopic()
  const calls = [
    () => mailbox.put('dapp', [publishOf('one', { topic })]),
    () => mailbox.pending('wallet', at(topic)),
    () => mailbox.remove('wallet', [{ topic, sequence: 1 }]),
    () => mailbox.find([{ topic, messageId: 'a'.repeat(64) }]),
    () => mailbox.watch([topic]),
    () => mailbox.purge(),
    () => mailbox.check(),
  ]
  return Promise.all(
    calls.map(async (call) => {
      const startedAt = performance.now()
      const error = await call().then(
        () => 'answered',
        (reason: unknown) => reason,
      )
      return { error, ms: performance.now() - startedAt }
    }),
  )
}
const goesOn = (mailbox: Mailbox) =>
  expect
    .poll(
      () =>
        mailbox.put('dapp', [publishOf('after', { topic: newTopic() })]).then(
          (stored) => stored.length,
          () => 0,
        ),
      {
        timeout: 20_000,
        interval: 50,
      },
    )
    .toBe(1)

test('F-R5 Redis killed: every call fails within 2 s, and works when Redis is back', async () => {
  // With one sync per second, the last answered messages could be lost (decision 0019).
  const { redis, mailbox } = await start({ appendfsync: 'always' })
  const topic = newTopic()
  await mailbox.put('dapp', [publishOf('kept', { topic })])
  const lost = mailbox.put('dapp', [publishOf('lost', { topic: newTopic() })]).catch((error) => error)
  await redis.kill()
  await lost
  for (const { error, ms } of await tryAll(mailbox)) {
    expect(error).toBeInstanceOf(MailboxFailedError)
    expect(ms).toBeLessThan(nightLimit(2_000))
  }
  const startedAt = performance.now()
  await expect(mailbox.put('dapp', [publishOf('lost', { topic: newTopic() })])).rejects.toThrow(MailboxFailedError)
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(100))
  await redis.restart()
  await goesOn(mailbox)
  expect((await mailbox.pending('wallet', at(topic))).messages).toMatchObject([{ message: 'kept' }])
  await expect.poll(() => mailbox.check().then(() => true)).toBe(true)
})

test('F-R6 Redis hangs: every call fails within 2 s, and all work afterwards', async () => {
  const { redis, mailbox } = await start()
  const topic = newTopic()
  await mailbox.watch([topic])
  redis.pause()
  stops.push(async () => redis.resume())
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const flood = Array.from({ length: 6_000 }, (_, index) =>
    mailbox.pending('wallet', at(topic)).then(
      () => `answered ${index}`,
      (error: Error) => error.message,
    ),
  )
  const startedAt = performance.now()
  const texts = new Set(await Promise.all(flood))
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(2_500))
  expect([...texts].some((text) => text.includes('Too many calls already wait'))).toBe(true)
  expect([...texts].some((text) => text.startsWith('answered'))).toBe(false)
  for (const { error, ms } of await tryAll(mailbox)) {
    expect(error).toBeInstanceOf(MailboxFailedError)
    expect(ms).toBeLessThan(nightLimit(2_000))
  }
  delay.disable()
  expect(delay.percentile(99) / 1e6).toBeLessThan(nightLimit(100))
  redis.resume()
  await goesOn(mailbox)
  const told = new Promise<void>((resolve) => {
    mailbox.listen({ onStored: () => resolve(), onGap: () => {} })
  })
  await expect
    .poll(() =>
      mailbox.watch([topic]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await mailbox.put('dapp', [publishOf('told', { topic })])
  await told
})

test('F-R6 Redis is full: refuses new messages by code; acks and reads work', async () => {
  const { redis, mailbox } = await start()
  const topic = newTopic()
  const stored = await mailbox.put('dapp', [publishOf('one', { topic })])
  await redis.send('CONFIG', 'SET', 'maxmemory', '1mb')
  await expect(mailbox.put('dapp', [publishOf('two', { topic })])).rejects.toThrow(StoreFullError)
  expect(await mailbox.put('dapp', [publishOf('one', { topic })])).toEqual([])
  expect((await mailbox.pending('wallet', at(topic))).messages).toEqual(stored)
  await mailbox.remove('wallet', stored)
  expect((await mailbox.pending('wallet', at(topic))).messages).toEqual([])
  await mailbox.check()
  await redis.send('CONFIG', 'SET', 'maxmemory', '0')
  expect(await mailbox.put('dapp', [publishOf('two', { topic })])).toHaveLength(1)
})

test.each([
  ['a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], /replica|cannot be reached/],
  [
    'a user who may not',
    ['ACL', 'SETUSER', 'default', '-@scripting'],
    ['ACL', 'SETUSER', 'default', '+@all'],
    /does not allow/,
  ],
  [
    'too few replicas',
    ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
    ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
    /fewer replicas/,
  ],
])(
  'F-R6 Redis becomes %s: calls fail with the reason, and work again without a restart',
  async (_name, breakIt, mendIt, reason) => {
    const { redis, mailbox } = await start()
    await redis.send(...breakIt)
    const refused = await mailbox.put('dapp', [publishOf('one')]).catch((error) => error)
    expect(refused).toBeInstanceOf(MailboxFailedError)
    expect(String(refused)).toMatch(reason)
    await redis.send(...mendIt)
    await goesOn(mailbox)
  },
)

test('F-R6 the password changes while the relay runs: calls fail until it matches again', async () => {
  const { redis, mailbox } = await start()
  await redis.send('CONFIG', 'SET', 'requirepass', 'hunter2')
  const kill = await import('node:child_process')
  const cli = (...args: string[]) =>
    kill.execFileSync('redis-cli', ['-p', String(redis.port), '-a', 'hunter2', '--no-auth-warning', ...args])
  cli('CLIENT', 'KILL', 'TYPE', 'normal')
  await expect
    .poll(() => mailbox.put('dapp', [publishOf('one')]).catch((error) => String(error)), { timeout: 20_000 })
    .toMatch(/wants a password/)
  await expect(mailbox.check()).rejects.toThrow(MailboxFailedError)
  cli('CONFIG', 'SET', 'requirepass', '')
  await goesOn(mailbox)
})

test('F-R5 a restart without the scripts changes nothing: the relay loads them again', async () => {
  const { redis, mailbox } = await start()
  const topic = newTopic()
  const expected = Array.from({ length: 50 }, (_, index) => String(index))
  const puts = expected.map((text, index) => {
    if (index === 20) void redis.send('SCRIPT', 'FLUSH')
    return mailbox.put('dapp', [publishOf(text, { topic })])
  })
  await Promise.all(puts)
  const { messages } = await mailbox.pending('wallet', at(topic))
  expect(messages.map(({ message }) => message)).toEqual(expected)
})

test('a put whose answer is lost is stored once when retried', async () => {
  const { redis, mailbox } = await start({}, { timeoutMs: 300 })
  const topic = newTopic()
  await mailbox.check()
  redis.pause()
  stops.push(async () => redis.resume())
  await expect(mailbox.put('dapp', [publishOf('one', { topic })])).rejects.toThrow(MailboxFailedError)
  redis.resume()
  await goesOn(mailbox)
  await mailbox.put('dapp', [publishOf('one', { topic })])
  expect((await mailbox.pending('wallet', at(topic))).messages).toHaveLength(1)
})

test('never reuses a sequence number, even after every key of the topic is gone', async () => {
  const { redis, mailbox } = await start()
  const topic = newTopic()
  const [before] = await mailbox.put('dapp', [publishOf('one', { topic })])
  await redis.send('FLUSHALL')
  const [after] = await mailbox.put('dapp', [publishOf('two', { topic })])
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.MAX_SAFE_INTEGER)
})

test('T-93 every key of a mailbox expires except its schema and its salt', async () => {
  const { redis, mailbox } = await start()
  const stored = await mailbox.put('dapp', [publishOf('one'), publishOf('two', { topic: newTopic() })])
  await mailbox.remove('wallet', stored.slice(0, 1))
  const keys = (await redis.send('KEYS', '*')).match(/hawser:\S+/g) ?? []
  const lasting: string[] = []
  for (const key of keys) if (Number((await redis.send('PTTL', key)).slice(1)) < 0) lasting.push(key)
  expect(keys.length).toBe(5)
  expect(lasting.sort()).toEqual(['hawser:salt', 'hawser:schema'])
})

test('T-93 remembers a limited number of readers; beyond it a message comes again', async () => {
  const { redis, mailbox } = await start()
  const stored = await mailbox.put('dapp', [publishOf('one')])
  for (let index = 0; index < 300; index += 1) await mailbox.remove(`client ${index}`, stored)
  expect((await mailbox.pending('client 15', at(publishOf('').topic))).messages).toEqual([])
  expect((await mailbox.pending('client 16', at(publishOf('').topic))).messages).toEqual(stored)
  expect(await redis.send('HLEN', `hawser:{${publishOf('').topic}}:acks`)).toBe(':17\r\n')
})

test('F-R6 one node of a cluster is killed: its topics fail within 2 s, the others work', async () => {
  const cluster = await startRedisCluster(3, ['--cluster-require-full-coverage', 'no'])
  stops.push(() => cluster.stop())
  const mailbox = await createRedisMailbox({ urls: cluster.urls })
  stops.push(() => mailbox.close())
  const topics = Array.from({ length: 30 }, newTopic)
  const putAll = () =>
    Promise.all(
      topics.map(async (topic) => {
        const startedAt = performance.now()
        const isStored = await mailbox.put(topic, [publishOf(newTopic(), { topic })]).then(
          () => true,
          () => false,
        )
        expect(performance.now() - startedAt).toBeLessThan(nightLimit(2_000))
        return isStored
      }),
    )
  expect(await putAll()).not.toContain(false)
  const victim: TestRedis | undefined = cluster.nodes[1]
  await victim?.kill()
  const meanwhile = await putAll()
  expect(meanwhile.filter((isStored) => isStored).length).toBeGreaterThan(5)
  expect(meanwhile).toContain(false)
  await victim?.restart()
  await expect.poll(putAll, { timeout: 20_000, interval: 100 }).not.toContain(false)
})

const isFine = (work: Promise<void>) =>
  work.then(
    () => true,
    () => false,
  )

test('F-R6 F-R8 a cluster without one master is ready; one that serves nothing is not', async () => {
  const cluster = await startRedisCluster(3, ['--cluster-require-full-coverage', 'no'])
  stops.push(() => cluster.stop())
  const mailbox = await createRedisMailbox({ urls: cluster.urls })
  stops.push(() => mailbox.close())
  await mailbox.watch(Array.from({ length: 30 }, newTopic))
  const states = async () => [await isFine(mailbox.check()), mailbox.reach && (await isFine(mailbox.reach()))]
  expect(await states()).toEqual([true, true])
  const [first, second, third] = cluster.nodes
  await second?.kill()
  const startedAt = performance.now()
  // Longer than the cluster takes to notice, and longer than the relay waits for a subscription to be confirmed.
  while (performance.now() - startedAt < 3_000) {
    expect(await states()).toEqual([true, true])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  // A node that then checks the cluster state answers nothing except pings. SETSLOT makes it check.
  for (const node of [first, third]) {
    await node?.send('CONFIG', 'SET', 'cluster-require-full-coverage', 'yes')
    await node?.send('CLUSTER', 'SETSLOT', '0', 'STABLE')
  }
  await expect.poll(states, { timeout: 20_000 }).toEqual([false, false])
  await expect(mailbox.check()).rejects.toThrow(/does not serve all/)
  for (const node of [first, third]) await node?.kill()
  expect(await states()).toEqual([false, false])
})

test('F-R6 a relay that may not subscribe is not ready, even if commands work', async () => {
  const { redis, mailbox } = await start({}, { timeoutMs: 600 })
  await redis.send('ACL', 'SETUSER', 'default', '-ssubscribe')
  const topic = newTopic()
  let isOver = false
  stops.push(async () => {
    isOver = true
  })
  const watchAgain = async (): Promise<void> => mailbox.watch([topic]).catch(() => (isOver ? undefined : watchAgain()))
  const watched = watchAgain()
  await expect.poll(() => isFine(mailbox.check())).toBe(false)
  for (let round = 0; round < 20; round += 1) expect(await isFine(mailbox.check())).toBe(false)
  await redis.send('ACL', 'SETUSER', 'default', '+@all')
  await watched
  expect(await isFine(mailbox.check())).toBe(true)
})
