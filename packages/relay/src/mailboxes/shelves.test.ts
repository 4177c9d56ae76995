import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultMailboxLimits, type MailboxLimits } from '../limits/limits.ts'
import { publishOf } from './publishOf.fixture.ts'
import { createShelves } from './shelves.ts'

const start = 1_795_246_101_455
const { topic } = publishOf('')

function create(limits: Partial<MailboxLimits> = {}) {
  const clock = { now: start }
  const dropped: number[] = []
  const shelves = createShelves({
    now: () => clock.now,
    limits: { ...defaultMailboxLimits, ...limits },
    onDrop: (sequence) => dropped.push(sequence),
  })
  const put = (...texts: string[]) =>
    shelves.put(
      'dapp',
      texts.map((text) => publishOf(text)),
    )
  const pending = (clientId: string) =>
    [...shelves.pending(clientId, { topic, afterSequence: 0 })].map(({ sequence }) => sequence)
  return { clock, dropped, shelves, put, pending }
}

test('T-81 shelves: however many strangers take everything, the peer still has it; beyond sixteen nobody is remembered', () => {
  const { shelves, put, pending } = create()
  const placed = put('one', 'two')
  for (let index = 0; index < 100; index += 1)
    for (const { stored } of placed) shelves.take(`stranger ${index}`, stored)
  expect(pending('wallet')).toEqual([1, 2])
  expect(pending('stranger 15')).toEqual([])
  expect(pending('stranger 16')).toEqual([1, 2])
})

test('shelves: taken in any order, own messages between: what is pending is what was not taken', () => {
  const letters = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })
  const order = fc.array(fc.nat({ max: 45 }), { maxLength: 80 })
  fc.assert(
    fc.property(letters, order, (own, takes) => {
      const { shelves, pending } = create()
      for (const [index, isOwn] of own.entries()) shelves.put(isOwn ? 'wallet' : 'dapp', [publishOf(`m${index}`)])
      const left = new Set(own.flatMap((isOwn, index) => (isOwn ? [] : [index + 1])))
      for (const sequence of takes) {
        expect(shelves.take('wallet', { topic, sequence })).toBe(left.delete(sequence))
        expect(pending('wallet')).toEqual([...left])
      }
    }),
  )
})

test('shelves: room that was given is had again, whether messages expired, were taken or taken back', () => {
  const { clock, dropped, shelves, put } = create({ totalLength: 20_000 })
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
  shelves.takeBack(first)
  for (let round = 0; round < 5; round += 1) {
    const placed = fill()
    expect(placed).toHaveLength(first.length)
    for (const { stored } of placed) shelves.take('wallet', stored)
    clock.now += 300_000
    expect(shelves.dropExpired(1_000)).toBe(placed.length)
  }
  expect(new Set(dropped).size).toBe(dropped.length)
  expect(dropped).toHaveLength(first.length * 6)
})

test('shelves: what is charged from elsewhere counts', () => {
  const { shelves, put } = create({ totalLength: 20_000 })
  shelves.charge(19_900)
  expect(() => put('one')).toThrow(/full/)
  shelves.charge(-19_900)
  expect(put('one')).toHaveLength(1)
})

test('T-93 shelves: what a reader took beyond a message it never takes is forgotten with the messages', () => {
  const { clock, shelves, put, pending } = create()
  const heap = () => {
    setFlagsFromString('--expose_gc')
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  const take = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const [placed] = shelves.put('dapp', [publishOf(`${index}`, { ttlSeconds: 1 })])
      if (placed !== undefined) shelves.take('wallet', placed.stored)
      clock.now += 5
      if (index % 1_000 === 0) shelves.dropExpired(Number.POSITIVE_INFINITY)
    }
    clock.now += 1_000
    shelves.dropExpired(Number.POSITIVE_INFINITY)
  }
  shelves.put('dapp', [publishOf('never taken', { ttlSeconds: 2_592_000 })])
  take(100_000)
  const before = heap()
  take(200_000)
  // Remembered, they take 4 MB.
  expect(heap() - before).toBeLessThan(3_000_000)
  expect(pending('wallet')).toEqual([1])
  const [next] = put('next')
  expect(shelves.take('wallet', { topic, sequence: next?.stored.sequence ?? 0 })).toBe(true)
  expect(shelves.take('wallet', { topic, sequence: 1 })).toBe(true)
  expect(pending('wallet')).toEqual([])
})
