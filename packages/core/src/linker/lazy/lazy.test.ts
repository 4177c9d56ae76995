import { expect, test } from 'vitest'
import { createLazy } from './lazy.ts'

test('lazy: fetches once, at the first use, and uses keep their order', async () => {
  let fetched = 0
  const seen: string[] = []
  const lazy = createLazy(
    async () => {
      fetched += 1
      return { name: 'it' }
    },
    () => {},
  )
  expect(lazy.current()).toBeUndefined()
  expect(fetched).toBe(0)
  lazy.use(() => seen.push('first'))
  const done = new Promise<void>((resolve) => {
    lazy.use(({ name }) => {
      seen.push(name)
      resolve()
    })
  })
  await done
  lazy.use(() => seen.push('at once'))
  expect(seen).toEqual(['first', 'it', 'at once'])
  expect(fetched).toBe(1)
  expect(lazy.current()).toEqual({ name: 'it' })
})

test('lazy: reports a failure, drops waiting uses, and the next use fetches again', async () => {
  const failures: unknown[] = []
  const seen: string[] = []
  let fail: (error: Error) => void = () => {}
  const answers = [new Promise<{ name: string }>((_, reject) => (fail = reject)), Promise.resolve({ name: 'second' })]
  let told: () => void = () => {}
  const failed = new Promise<void>((resolve) => (told = resolve))
  const lazy = createLazy(
    () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    (error) => {
      failures.push(error)
      told()
    },
  )
  lazy.use(() => seen.push('never'))
  fail(new Error('offline'))
  await failed
  await new Promise<void>((resolve) =>
    lazy.use(({ name }) => {
      seen.push(name)
      resolve()
    }),
  )
  expect(failures).toEqual([new Error('offline')])
  expect(seen).toEqual(['second'])
})

test('lazy: uses at once what is there from the start', () => {
  const seen: string[] = []
  const lazy = createLazy(
    () => Promise.reject(new Error('never asked')),
    () => {},
    { name: 'first' },
  )
  lazy.use(({ name }) => seen.push(name))
  expect(seen).toEqual(['first'])
})

test('lazy: reports a throwing use, which does not delay the uses behind it', async () => {
  const failures: unknown[] = []
  const seen: string[] = []
  const lazy = createLazy(
    async () => ({ name: 'it' }),
    (error) => failures.push(error),
  )
  lazy.use(() => {
    throw new Error('broken')
  })
  lazy.use(() => seen.push('behind'))
  await lazy.load()
  lazy.use(() => seen.push('at once'))
  expect(seen).toEqual(['behind', 'at once'])
  expect(failures).toEqual([new Error('broken')])
})

test('lazy: a use during the report of a failure fetches again', async () => {
  const seen: string[] = []
  const answers = [Promise.reject(new Error('offline')), Promise.resolve({ name: 'second' })]
  const lazy = createLazy(
    () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    () => lazy.use(({ name }) => seen.push(name)),
  )
  await lazy.load()
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['second'])
})
