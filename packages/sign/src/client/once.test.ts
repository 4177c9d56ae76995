import { expect, test } from 'vitest'
import { once } from './once.ts'

test('once: creates it once, however often and whenever it is requested', async () => {
  let count = 0
  const get = once(async () => ++count)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('once: fetches a chunk again after a failed fetch', async () => {
  let count = 0
  const get = once(async () => {
    count += 1
    if (count === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return count
  })
  await expect(get()).rejects.toThrow('Failed to fetch')
  expect(await get()).toBe(2)
})
