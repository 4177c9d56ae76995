import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { nightLimit } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultMailboxLimits, type MailboxLimits } from '../limits/limits.ts'
import { createMessageIndex, type MessageIndex } from './messageIndex.ts'
import { publishOf } from './publishOf.fixture.ts'
import type { Entry } from './topicIndex.ts'

const start = 1_795_246_101_455
const { topic } = publishOf('')

function create(limits: Partial<MailboxLimits> = {}) {
  const clock = { now: start }
  const dropped: number[] = []
  const messageIndex = createMessageIndex({
    now: () => clock.now,
    limits: { ...defaultMailboxLimits, ...limits },
    onDrop: ({ sequence }) => dropped.push(sequence),
  })
  const put = (...texts: string[]) =>
    messageIndex.put(
      'dapp',
      texts.map((text) => publishOf(text)),
    )
  const pending = (clientId: string) =>
    [...messageIndex.pending(clientId, { topic, afterSequence: 0 })].map(({ sequence }) => sequence)
  return { clock, dropped, messageIndex, put, pending }
}

test('T-81 messageIndex: the peer still has its messages when any number of strangers take all', () => {
  const { messageIndex, put, pending } = create()
  const placed = put('one', 'two')
  for (let index = 0; index < 100; index += 1)
    for (const { stored } of placed) messageIndex.take(`stranger ${index}`, stored)
  expect(pending('wallet')).toEqual([1, 2])
  expect(pending('stranger 15')).toEqual([])
  expect(pending('stranger 16')).toEqual([1, 2])
})

test('messageIndex: messages not taken stay pending, with any order of taking', () => {
  const letters = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })
  const order = fc.array(fc.nat({ max: 45 }), { maxLength: 80 })
  fc.assert(
    fc.property(letters, order, (own, takes) => {
      const { messageIndex, pending } = create()
      for (const [index, isOwn] of own.entries()) messageIndex.put(isOwn ? 'wallet' : 'dapp', [publishOf(`m${index}`)])
      const left = new Set(own.flatMap((isOwn, index) => (isOwn ? [] : [index + 1])))
      for (const sequence of takes) {
        expect(messageIndex.take('wallet', { topic, sequence })).toBe(left.delete(sequence))
        expect(pending('wallet')).toEqual([...left])
      }
    }),
  )
})

test('messageIndex: used room is free again, however the messages left', () => {
  const { clock, dropped, messageIndex, put } = create({ totalLength: 20_000 })
  const fill = () => {
    const placed = []
    for (let index = 0; ; index += 1) {
      try {
        placed.push(...put(`${index}`.padEnd(100)))
      } catch {
        return placed
      }
    }
  }
  const first = fill()
  expect(first.length).toBeGreaterThan(20)
  messageIndex.takeBack(first)
  for (let round = 0; round < 5; round += 1) {
    const placed = fill()
    expect(placed).toHaveLength(first.length)
    for (const { stored } of placed) messageIndex.take('wallet', stored)
    clock.now += 300_000
    expect(messageIndex.dropExpired(1_000)).toBe(placed.length)
  }
  expect(new Set(dropped).size).toBe(dropped.length)
  expect(dropped).toHaveLength(first.length * 5)
})

test('messageIndex: counts bytes that are charged from elsewhere', () => {
  const { messageIndex, put } = create({ totalLength: 20_000 })
  messageIndex.charge(19_900)
  expect(() => put('one')).toThrow(/full/)
  messageIndex.charge(-19_900)
  expect(put('one')).toHaveLength(1)
})

test('T-93 messageIndex: forgets a reader’s out-of-order takes with the messages', () => {
  const { clock, messageIndex, put, pending } = create()
  const heap = () => {
    setFlagsFromString('--expose_gc')
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  const take = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const [placed] = messageIndex.put('dapp', [publishOf(`${index}`, { ttlSeconds: 1 })])
      if (placed !== undefined) messageIndex.take('wallet', placed.stored)
      clock.now += 5
      if (index % 1_000 === 0) messageIndex.dropExpired(Number.POSITIVE_INFINITY)
    }
    clock.now += 1_000
    messageIndex.dropExpired(Number.POSITIVE_INFINITY)
  }
  messageIndex.put('dapp', [publishOf('never taken', { ttlSeconds: 2_592_000 })])
  take(100_000)
  const before = heap()
  take(200_000)
  // Records of all taken messages would use 4 MB.
  expect(heap() - before).toBeLessThan(nightLimit(3_000_000))
  expect(pending('wallet')).toEqual([1])
  const [next] = put('next')
  expect(messageIndex.take('wallet', { topic, sequence: next?.stored.sequence ?? 0 })).toBe(true)
  expect(messageIndex.take('wallet', { topic, sequence: 1 })).toBe(true)
  expect(pending('wallet')).toEqual([])
})

test('takeTo: an index rebuilt from what its readers took is the same', () => {
  const clients = ['dapp', 'wallet', 'phone']
  const step = fc.record({ client: fc.constantFrom(...clients), place: fc.nat(39), isPut: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const create = () => createMessageIndex({ now: () => 1, limits: defaultMailboxLimits, onDrop: () => {} })
      const [index, rebuilt] = [create(), create()]
      const entries: Entry[] = []
      for (const [number, { client, place, isPut }] of steps.entries())
        if (isPut) entries.push(...index.put(client, [publishOf(`text ${number}`)], 'home').map(({ entry }) => entry))
        else index.take(client, { topic, sequence: entries[place]?.sequence ?? 0 })
      for (const entry of entries) rebuilt.restore({ ...entry, isTaken: false, charged: 0 })
      for (const client of clients) {
        const { takenTo = 0, takenBeyond = [] } = index.readerOf(topic, client) ?? {}
        rebuilt.takeTo(client, { topic, sequence: takenTo })
        for (const sequence of takenBeyond) rebuilt.take(client, { topic, sequence })
      }
      const pending = (one: MessageIndex, client: string) => [...one.pending(client, { topic, afterSequence: 0 })]
      const view = (one: MessageIndex) => ({
        pending: clients.map((client) => pending(one, client).map(({ sequence }) => sequence)),
        taken: pending(one, 'late').map(({ isTaken }) => isTaken),
        charged: pending(one, 'late').reduce((sum, { charged }) => sum + charged, 0),
        waiting: clients.map((client) => one.waitingTopics('client', client, { skip: 0, atMost: 9 })),
      })
      expect(view(rebuilt)).toEqual(view(index))
    }),
  )
})
