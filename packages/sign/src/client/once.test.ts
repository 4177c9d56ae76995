import { expect, test } from 'vitest'
import { once } from './once.ts'

test('once: makes it once, however often and at what time it is asked for', async () => {
  let count = 0
  const get = once(async () => ++count)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('once: a chunk that could not be fetched is fetched again', async () => {
  let count = 0
  const get = once(async () => {
    count += 1
    if (count === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return count
  })
  await expect(get()).rejects.toThrow('Failed to fetch')
  expect(await get()).toBe(2)
})
