import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { publishOf } from '../mailboxes/publishOf.fixture.ts'
import { createMemoryBuckets } from './buckets/memory.ts'
import { createClientTopics } from './clientTopics.ts'
import { defaultMailboxLimits, defaultRelayLimits } from './limits.ts'

// The table of docs/relay-limits.md, "A thousand visitors behind one address".
const visitors = Array.from({ length: 1_000 }, (_, index) => `visitor ${index}`)
const address = '192.0.2.1'
const topicOf = (text: string) => createHash('sha256').update(text).digest('hex')
const limits = defaultRelayLimits

test('a thousand visitors of one address: five messages each in one moment wait their turn', () => {
  const buckets = createMemoryBuckets({ now: () => 0 })
  const { perSecond, burst } = limits.publishPace
  const pace = { perSecond: perSecond * limits.clientsPerAddress, burst: burst * limits.clientsPerAddress }
  const waits = visitors.flatMap(() =>
    [1, 2, 3, 4, 5].map(() => buckets.take(`publish ${address}`, pace, 1, limits.paceWaitMs)),
  )
  expect(waits).not.toContain(undefined)
  expect(waits.at(-1)).toBeCloseTo(6_000, -2)
})

test('a thousand visitors of one address: keeps ten messages each, even unread', async () => {
  const mailbox = createMemoryMailbox({ now: () => 0, limits: defaultMailboxLimits })
  for (const visitor of visitors) {
    for (let index = 0; index < 10; index += 1) {
      const publish = publishOf(`${index} `.padEnd(2_500, 'x'), { topic: topicOf(`${visitor} ${index % 3}`) })
      expect(await mailbox.put(visitor, [publish], address)).toHaveLength(1)
    }
  }
})

test('a thousand visitors of one address: three topics each', () => {
  const clientTopics = createClientTopics({
    perClient: limits.subscriptionsPerClient,
    perAddress: limits.subscriptionsPerAddress,
    inAll: limits.subscriptions,
  })
  for (const visitor of visitors)
    clientTopics.add(
      visitor,
      [1, 2, 3].map((index) => topicOf(`${visitor} ${index}`)),
      address,
    )
})

test('a thousand visitors of one address: a hundred sockets at a time, all in ten minutes', () => {
  const clock = { now: 0 }
  const buckets = createMemoryBuckets({ now: () => clock.now })
  const { connectPace, connectionsPerAddress } = limits
  for (let minute = 0; minute < 10; minute += 1) {
    for (let index = 0; index < connectionsPerAddress; index += 1)
      expect(buckets.take(`connect ${address}`, connectPace, 1, 0)).toBe(0)
    clock.now += 60_000
  }
  expect(10 * connectionsPerAddress).toBe(visitors.length)
})
