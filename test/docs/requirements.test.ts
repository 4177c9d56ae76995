import { expect, test } from 'vitest'
import { names, testTitles, titlesIn } from './titles.ts'

// The ids of the specification's requirements. Each has a test whose title names it.
const upTo = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)
const ids = [
  ...upTo('V', 10),
  ...upTo('D', 4),
  ...upTo('S', 7),
  ...upTo('R', 4),
  ...upTo('L', 3),
  'M',
  ...upTo('C', 12),
]

const titles = testTitles()

test('titles are found in every form tests are written in', () => {
  const source = `
test('A1 plain', () => {})
test(\`A2 with \${'x'}\`, () => {})
describe("A3: it's a group", () => {
  test.each([['x']])('A4 %s', () => {})
  test.each([
    ['x'],
  ] as const)('A5 %s', () => {})
})
regex.test('A6 no title')
`
  expect(titlesIn(source)).toEqual(['A1 plain', `A2 with \${'x'}`, "A3: it's a group", 'A4 %s', 'A5 %s'])
  expect([names('C1 C8: the card', 'C8'), names('C10 a code', 'C1'), names('T-103 x', 'T-10')]).toEqual([
    true,
    false,
    false,
  ])
})

test('every requirement of the specification is named by a test', () => {
  expect(titles.length).toBeGreaterThan(300)
  expect(ids).toHaveLength(41)
  expect(ids.filter((id) => !titles.some((title) => names(title, id)))).toEqual([])
})
