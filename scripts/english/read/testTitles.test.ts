import { expect, test } from 'vitest'
import { parseCode } from '../../parseCode.ts'
import { testTitles } from './testTitles.ts'

test('english: reads the titles of tests in every form, and no other strings', () => {
  const code = `
test('a plain one', () => expect('a value').toBe(true))
describe("a group", () => {
  it(\`a template of \${count} parts\`, { timeout: 1 }, () => {})
  test.each([['a row']])('an each of %s', () => {})
  test.each\`name \${'a'}\`('a table of $name', () => {})
  describe.skipIf(isNight)(\`a condition\`, () => {})
})
test.setTimeout(240_000)
pattern.test('no title')
`
  expect(testTitles(parseCode('a.test.ts', code))).toEqual([
    { line: 2, text: 'a plain one' },
    { line: 3, text: 'a group' },
    { line: 4, text: 'a template of X parts' },
    { line: 5, text: 'an each of %s' },
    { line: 6, text: 'a table of $name' },
    { line: 7, text: 'a condition' },
  ])
})
