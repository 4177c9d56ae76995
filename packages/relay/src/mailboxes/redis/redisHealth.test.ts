import { freePort } from '@hawser/test-kit/freePort'
import { startRedis, startRedisCluster, type TestRedis } from '@hawser/test-kit/startRedis'
import { expect, onTestFinished, test } from 'vitest'
import type { Mailbox } from '../mailbox.ts'
import { createRedisMailbox } from '../redis.ts'

/** Collects the log, line by line. */
function listenIn() {
  const lines: string[] = []
  const say = (level: string) => (fields: object, text: string) => {
    lines.push(`${level} ${text} ${JSON.stringify(fields)}`)
  }
  return { lines, logger: { info: say('info'), warn: say('warn'), error: say('error') } }
}
const stateOf = (mailbox: { check(): Promise<void> }) =>
  mailbox.check().then(
    () => 'ready',
    (error: Error) => error.message,
  )

test.each([
  ['without append-only file', ['appendonly', 'no'], ['appendonly', 'yes'], /"appendonly no"/],
  [
    'that evicts',
    ['maxmemory-policy', 'allkeys-lru'],
    ['maxmemory-policy', 'noeviction'],
    /"maxmemory-policy allkeys-lru"/,
  ],
])(
  'F-R7 a Redis that comes back %s: the relay is not ready, and logs it once',
  async (_name, breakIt, mendIt, text) => {
    const redis = await startRedis({ extra: ['--maxmemory', '64mb'] })
    onTestFinished(() => redis.stop())
    const { lines, logger } = listenIn()
    const mailbox = await createRedisMailbox({ url: redis.url, logger })
    onTestFinished(() => mailbox.close())
    const lossy = await createRedisMailbox({ url: redis.url, acceptLoss: true })
    onTestFinished(() => lossy.close())
    await redis.send('CONFIG', 'SET', ...breakIt)
    await redis.send('CLIENT', 'KILL', 'TYPE', 'normal')
    await expect.poll(() => stateOf(mailbox)).toMatch(text)
    await expect(mailbox.reach?.()).resolves.toBeUndefined()
    await stateOf(mailbox)
    expect(lines).toEqual([expect.stringMatching(/^error this Redis is no longer fit/)])
    await expect.poll(() => stateOf(lossy)).toBe('ready')
    await redis.send('CONFIG', 'SET', ...mendIt)
    expect(await stateOf(mailbox)).toBe('ready')
    expect(lines).toHaveLength(2)
  },
)

test('F-R24 a Redis that returns with the mailboxes of another version is not fit', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const mailbox = await createRedisMailbox({ url: redis.url })
  onTestFinished(() => mailbox.close())
  await redis.send('SET', 'hawser:schema', '1')
  await redis.send('CLIENT', 'KILL', 'TYPE', 'normal')
  await expect.poll(() => stateOf(mailbox)).toMatch(/schema 1; this one reads 4/)
})

test('F-R7 a replica without append-only file that takes over in a cluster is not fit', async () => {
  const cluster = await startRedisCluster(3)
  onTestFinished(() => cluster.stop())
  const { lines, logger } = listenIn()
  const busPort = await freePort()
  const options = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--cluster-node-timeout', '2000']
  const replica = await startRedis({ appendonly: false, extra: options })
  onTestFinished(() => replica.stop())
  const [master] = cluster.nodes
  if (master === undefined) throw new Error('The cluster has no node.')
  // The replica is named too, so the relay connects to it before it becomes a master.
  const mailbox = await createRedisMailbox({ urls: [...cluster.urls, replica.url], logger })
  onTestFinished(() => mailbox.close())
  await replicate(replica, master)
  expect(await stateOf(mailbox)).toBe('ready')
  await replica.send('CLUSTER', 'FAILOVER', 'TAKEOVER')
  await expect.poll(() => readAll(mailbox).then(() => stateOf(mailbox)), { timeout: 20_000 }).toMatch(/appendonly no/)
  expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(1)
})

/** Reads topics of every node, because a redirected client looks up where all topics are. */
async function readAll(mailbox: Mailbox): Promise<void> {
  const topics = Array.from({ length: 12 }, (_, index) => `${index}`.padStart(64, '0'))
  await Promise.allSettled(topics.map((topic) => mailbox.pending('wallet', [{ topic, afterSequence: 0 }])))
}

/**
 * Makes a node the replica of another. It first waits until the replica knows all nodes; otherwise the replica could not take
 * over.
 */
async function replicate(replica: TestRedis, master: TestRedis): Promise<void> {
  const busPort = /:\d+@(\d+)\S* myself/.exec(await master.send('CLUSTER', 'NODES'))?.[1] ?? ''
  const id = (await master.send('CLUSTER', 'MYID')).split('\r\n')[1] ?? ''
  await replica.send('CLUSTER', 'MEET', '127.0.0.1', String(master.port), busPort)
  const state = () => replica.send('CLUSTER', 'INFO')
  await expect.poll(state, { timeout: 20_000 }).toMatch(/cluster_known_nodes:4\r[\s\S]*cluster_current_epoch:3\r/)
  await expect.poll(() => replica.send('CLUSTER', 'REPLICATE', id), { timeout: 20_000 }).not.toMatch(/^-/)
}
