import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { isNight } from '@hawser/test-kit/night'
import { createRandom } from '@hawser/test-kit/random'
import { startRedis } from '@hawser/test-kit/startRedis'
import { expect, onTestFinished, test } from 'vitest'
import { createRedisSubscriber } from '../../packages/relay/src/mailboxes/redis/redisSubscriber.ts'
import { createRedisMailbox } from '../../packages/relay/src/mailboxes/redis.ts'
import { startFaultProxy } from './faultProxy.ts'

// Bytes count on both sides of the proxy. The request and the answer for a topic are 120 bytes each.
const [count, bytesPerSecond] = isNight ? [200_000, 4_000_000] : [8_000, 400_000]

test(
  `F-R5 F-R18 reconnects a Redis connection lost with ${count} topics once, and reports once`,
  async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const proxy = await startFaultProxy({ targetPort: redis.port, random: createRandom(1) })
    onTestFinished(() => proxy.stop())
    const mailbox = await createRedisMailbox({ url: `redis://127.0.0.1:${proxy.port}` })
    onTestFinished(() => mailbox.close())
    const told: string[] = []
    let gaps = 0
    mailbox.listen({
      onStored: () => {},
      onGap(topics) {
        gaps += 1
        told.push(...topics)
      },
    })
    const topics = Array.from({ length: count }, () => randomBytes(32).toString('hex'))
    for (let first = 0; first < count; first += 500) await mailbox.watch(topics.slice(first, first + 500))

    const connectionsBefore = proxy.connections()
    proxy.impose([{ kind: 'rate', bytesPerSecond }])
    const cutAt = performance.now()
    proxy.cut()
    await expect.poll(() => proxy.connections(), { interval: 5 }).toBe(connectionsBefore + 2)
    let toldBefore = count
    const isWatched = () =>
      mailbox.watch([...topics.slice(0, 10), ...topics.slice(-10)]).then(
        () => {
          toldBefore = told.length
          return true
        },
        () => false,
      )
    await expect.poll(isWatched, { timeout: 20_000 }).toBe(true)
    await expect.poll(() => told.length, { timeout: 60_000, interval: 50 }).toBe(count)
    const allMs = performance.now() - cutAt
    expect(new Set(told).size).toBe(count)
    expect(gaps).toBeLessThanOrEqual(Math.ceil(allMs / 1_000))
    // One connection for commands and one for subscriptions, each opened once.
    expect(proxy.connections()).toBe(connectionsBefore + 2)
    expect(allMs).toBeGreaterThan(2_000)
    // Topics that a caller waits for come first.
    expect(toldBefore).toBeLessThan(count)
  },
  isNight ? 180_000 : 60_000,
)

test('F-R6 does not take a slow Redis that answers for one that hangs', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const proxy = await startFaultProxy({ targetPort: redis.port, random: createRandom(1) })
  onTestFinished(() => proxy.stop())
  proxy.impose([{ kind: 'rate', bytesPerSecond: 120_000 }])
  const nobody = () => {}
  const subscriber = createRedisSubscriber({
    socket: connect(proxy.port, '127.0.0.1'),
    credentials: undefined,
    onMessage: nobody,
    onLost: nobody,
    onClosed: nobody,
  })
  onTestFinished(subscriber.close)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 8_000 }, (_, index) => subscriber.subscribe(`channel ${index}`)))
  // Longer than the allowed silence.
  expect(performance.now() - startedAt).toBeGreaterThan(3_000)
})
