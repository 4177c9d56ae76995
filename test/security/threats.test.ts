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
] as const)('every threat to the %s is named by a test', (part, count) => {
  const ids = tested[part]
  expect(ids).toHaveLength(count)
  expect(ids.filter((id) => !titles.some((title) => names(title, id)))).toEqual([])
})
