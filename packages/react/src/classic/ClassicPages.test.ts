import { expect, test } from 'vitest'
import { pageNumbers } from './ClassicPages.tsx'

test('C11 pageNumbers: all of a few, else both ends and those around the current; at most 7', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageNumbers(1, 42)).toEqual([1, 2, 3, 4, 5, 'gap', 42])
  expect(pageNumbers(4, 42)).toEqual([1, 2, 3, 4, 5, 'gap', 42])
  expect(pageNumbers(20, 42)).toEqual([1, 'gap', 19, 20, 21, 'gap', 42])
  expect(pageNumbers(39, 42)).toEqual([1, 'gap', 38, 39, 40, 41, 42])
  expect(pageNumbers(42, 42)).toEqual([1, 'gap', 38, 39, 40, 41, 42])
})

test('C11 pageNumbers: always has the current page and its neighbours, in order, once', () => {
  for (let count = 1; count <= 20; count += 1) {
    for (let current = 1; current <= count; current += 1) {
      const row = pageNumbers(current, count)
      const numbers = row.filter((item) => item !== 'gap')
      for (const near of [1, current - 1, current, current + 1, count]) {
        if (near >= 1 && near <= count) expect(numbers).toContain(near)
      }
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(row.length).toBeLessThanOrEqual(7)
    }
  }
})
