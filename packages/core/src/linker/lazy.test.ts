import { expect, test } from 'vitest'
import { createLater } from './lazy.ts'

test('later: nothing is fetched before the first use, once for all, and uses keep their order', async () => {
  let fetched = 0
  const seen: string[] = []
  const later = createLater(
    async () => {
      fetched += 1
      return { name: 'it' }
    },
    () => {},
  )
  expect(later.current()).toBeUndefined()
  expect(fetched).toBe(0)
  later.use(() => seen.push('first'))
  const done = new Promise<void>((resolve) => {
    later.use(({ name }) => {
      seen.push(name)
      resolve()
    })
  })
  await done
  later.use(() => seen.push('at once'))
  expect(seen).toEqual(['first', 'it', 'at once'])
  expect(fetched).toBe(1)
  expect(later.current()).toEqual({ name: 'it' })
})

test('later: a failure is told of, drops what waited, and the next use fetches again', async () => {
  const failures: unknown[] = []
  const seen: string[] = []
  let fail: (error: Error) => void = () => {}
  const answers = [new Promise<{ name: string }>((_, reject) => (fail = reject)), Promise.resolve({ name: 'second' })]
  let told: () => void = () => {}
  const failed = new Promise<void>((resolve) => (told = resolve))
  const later = createLater(
    () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    (error) => {
      failures.push(error)
      told()
    },
  )
  later.use(() => seen.push('never'))
  fail(new Error('offline'))
  await failed
  await new Promise<void>((resolve) =>
    later.use(({ name }) => {
      seen.push(name)
      resolve()
    }),
  )
  expect(failures).toEqual([new Error('offline')])
  expect(seen).toEqual(['second'])
})

test('later: what is there from the start is used at once', () => {
  const seen: string[] = []
  const later = createLater(
    () => Promise.reject(new Error('never asked')),
    () => {},
    { name: 'first' },
  )
  later.use(({ name }) => seen.push(name))
  expect(seen).toEqual(['first'])
})

test('later: a use that throws is told of and holds up nobody behind it', async () => {
  const failures: unknown[] = []
  const seen: string[] = []
  const later = createLater(
    async () => ({ name: 'it' }),
    (error) => failures.push(error),
  )
  later.use(() => {
    throw new Error('broken')
  })
  later.use(() => seen.push('behind'))
  await later.load()
  later.use(() => seen.push('at once'))
  expect(seen).toEqual(['behind', 'at once'])
  expect(failures).toEqual([new Error('broken')])
})

test('later: a use while a failure is told of fetches again', async () => {
  const seen: string[] = []
  const answers = [Promise.reject(new Error('offline')), Promise.resolve({ name: 'second' })]
  const later = createLater(
    () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    () => later.use(({ name }) => seen.push(name)),
  )
  await later.load()
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['second'])
})
