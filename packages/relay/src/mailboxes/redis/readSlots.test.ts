import { expect, test } from 'vitest'
import { createDeadline, expire } from '../../redis/deadline.ts'
import { createReadSlots, type ReadPurpose } from './readSlots.ts'

/** Starts work in slots, and says which of it runs. */
function startWork(count: number) {
  const slots = createReadSlots({ count, addressOf: (topic) => topic.split(' ')[0] ?? '' })
  const begun: string[] = []
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>()
  const begin = (name: string, purpose: ReadPurpose, { at = 'one', moment = { deadline: createDeadline() } } = {}) =>
    slots.run(moment, `${at} ${name}`, purpose, () => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
    })
  const end = async (name: string) => {
    ends.get(name)?.resolve()
    await new Promise(setImmediate)
  }
  return { begin, end, begun, ends }
}

test('runs at most as much work as there are slots, the rest in its order', async () => {
  const { begin, end, begun } = startWork(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => begin(name, 'reader'))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  await Promise.all(all)
  begin('e', 'message')
  begin('f', 'reader')
  begin('g', 'reader')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a read for a message passes reads for readers, four times in a row', async () => {
  const { begin, end, begun } = startWork(1)
  for (const name of ['l0', 'l1', 'l2']) begin(name, 'reader')
  const names = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5']
  for (const name of names) begin(name, 'message')
  for (const name of ['l0', ...names, 'l1', 'l2']) {
    await end(name)
    if (name === 'f3') await end('l1')
  }
  expect(begun).toEqual(['l0', 'f0', 'f1', 'f2', 'f3', 'l1', 'f4', 'f5', 'l2'])
})

test('work that fails frees its slot', async () => {
  const { begin, ends, begun } = startWork(1)
  const failing = expect(begin('a', 'message')).rejects.toThrow('no')
  begin('b', 'reader')
  ends.get('a')?.reject(new Error('no'))
  await failing
  expect(begun).toEqual(['a', 'b'])
})

test('a node that does not answer leaves the others their slots; late work does not run', async () => {
  const { begin, end, begun } = startWork(1)
  begin('a', 'message', { at: 'silent' })
  const moment = { deadline: createDeadline() }
  const late = expect(begin('b', 'reader', { at: 'silent', moment })).rejects.toThrow('in time')
  begin('c', 'reader', { at: 'silent' })
  begin('d', 'reader', { at: 'other' })
  expire(moment.deadline)
  await end('a')
  await late
  expect(begun).toEqual(['a', 'd', 'c'])
})
