import { expect, test } from 'vitest'
import { names, testTitles } from '../docs/titles.ts'
import { tested } from './catalogue.ts'

const titles = testTitles()

test.each([
  ['modal', 21],
  ['relay', 54],
  ['client', 12],
  ['registry', 8],
  ['link', 26],
] as const)('a test names every threat to the %s', (part, count) => {
  const ids = tested[part]
  expect(ids).toHaveLength(count)
  expect(ids.filter((id) => !titles.some((title) => names(title, id)))).toEqual([])
})
