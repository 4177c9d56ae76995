import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MailboxFailedError } from '../errors.ts'
import { createDeadline, expire } from './deadline.ts'
import { createScriptBatches, type ScriptPart } from './scriptBatches.ts'

const deadline = createDeadline()
const part = (name: string): ScriptPart => ({ keys: [name], args: [] })

function createStage(answer: (keys: readonly string[]) => unknown = (keys) => keys.map((key) => `${key} done`)) {
  const sent: string[] = []
  const batches = createScriptBatches<'first' | 'second'>({
    names: ['first', 'second'],
    async run(name, parts) {
      const keys = parts.flatMap((one) => one.keys)
      sent.push(`${name}: ${keys.join(' ')}`)
      return answer(keys)
    },
  })
  return {
    sent,
    add: (name: 'first' | 'second', key: string) => batches.add(name, part(key), deadline),
    batches,
  }
}

test('scriptBatches: calls of one turn are sent together, and each has its own answer', async () => {
  const { sent, add } = createStage()
  const answers = Promise.all([add('second', 'a'), add('first', 'b'), add('second', 'c')])
  expect(sent).toEqual([])
  expect(await answers).toEqual(['a done', 'b done', 'c done'])
  expect(sent).toEqual(['first: b', 'second: a c'])
  await add('second', 'd')
  expect(sent.slice(2)).toEqual(['second: d'])
})

test('scriptBatches: flush sends at once what waits, and only that', async () => {
  const { sent, add, batches } = createStage()
  batches.flush()
  const first = add('first', 'a')
  batches.flush()
  expect(sent).toEqual(['first: a'])
  const second = add('first', 'b')
  await nextTurn()
  expect(await Promise.all([first, second])).toEqual(['a done', 'b done'])
  expect(sent).toEqual(['first: a', 'first: b'])
})

test('scriptBatches: many calls are sent in several parts, in their order', async () => {
  const { sent, add } = createStage()
  await Promise.all(Array.from({ length: 150 }, (_, index) => add('first', String(index))))
  expect(sent).toHaveLength(3)
  const keys = sent.flatMap((line) => line.slice('first: '.length).split(' '))
  expect(keys).toEqual(Array.from({ length: 150 }, (_, index) => String(index)))
})

test('scriptBatches: a part of many messages goes with those before it, and with none after it', async () => {
  const { sent, batches } = createStage()
  const add = (key: string, argCount: number) =>
    batches.add('first', { keys: [key], args: Array.from({ length: argCount }, String) }, deadline)
  await Promise.all([add('a', 10), add('b', 4_000), add('c', 10), add('d', 10)])
  expect(sent).toEqual(['first: a b', 'first: c d'])
})

test('scriptBatches: parts that arrive while Redis works go together, or at once if many', async () => {
  const answers: (() => void)[] = []
  const { sent, add } = createStage(
    (keys) => new Promise((resolve) => answers.push(() => resolve(keys.map((key) => `${key} done`)))),
  )
  const first = add('first', 'a')
  await nextTurn()
  const later = [add('first', 'b')]
  await nextTurn()
  later.push(add('first', 'c'))
  await nextTurn()
  expect(sent).toEqual(['first: a'])
  answers.shift()?.()
  expect(await first).toBe('a done')
  await nextTurn()
  expect(sent).toEqual(['first: a', 'first: b c'])
  const many = Array.from({ length: 64 }, (_, index) => add('second', String(index)))
  expect(sent).toHaveLength(3)
  for (const answer of answers) answer()
  expect(await Promise.all(later)).toEqual(['b done', 'c done'])
  expect(await Promise.all(many)).toHaveLength(64)
})

test('scriptBatches: a part whose time has passed is not sent', async () => {
  const { sent, batches } = createStage()
  const late = createDeadline()
  const parts = [batches.add('first', part('late'), late), batches.add('first', part('in time'), deadline)]
  expire(late)
  const settled = await Promise.allSettled(parts)
  expect(settled).toMatchObject([{ reason: expect.any(MailboxFailedError) }, { value: 'in time done' }])
  expect(sent).toEqual(['first: in time'])
})

test('scriptBatches: a call that fails, or answers no list, fails for all of its parts', async () => {
  const failing = createStage(() => {
    throw new MailboxFailedError('away')
  })
  const wrong = createStage(() => 'OK')
  for (const { add } of [failing, wrong])
    for (const settled of await Promise.allSettled([add('first', 'a'), add('first', 'b')]))
      expect(settled).toMatchObject({ status: 'rejected', reason: expect.any(MailboxFailedError) })
})
