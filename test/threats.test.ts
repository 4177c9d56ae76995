import { expect, test } from 'vitest'
import { names, testTitles } from './titles.ts'

// The threats and faults of the catalogue that concern the modal. Each has a test whose title names it.
const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `T-${first + index}`)
const ids = [...span(10, 23), ...span(65, 71)]

const titles = testTitles()

test('every threat to the modal is named by a test', () => {
  expect(ids).toHaveLength(21)
  expect(ids.filter((id) => !titles.some((title) => names(title, id)))).toEqual([])
})
