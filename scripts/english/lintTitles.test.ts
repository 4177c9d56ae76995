import { expect, test } from 'vitest'
import { parseCode } from '../parseCode.ts'
import { lintTitles } from './lintTitles.ts'
import { testTitles } from './read/testTitles.ts'

test('english: a finding in a title names the file and the line, and other strings are free', () => {
  const code = `
describe('a group', () => {
  test('a page is told the reason', () => expect('it is told').toBe('whoever it is'))
})
`
  expect(lintTitles('a.test.ts', testTitles(parseCode('a.test.ts', code)))).toEqual([
    { file: 'a.test.ts', line: 3, rule: 'banned-words', advice: expect.stringMatching(/^"is told": /) },
  ])
})
