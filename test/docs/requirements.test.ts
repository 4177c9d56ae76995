import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { names, root, testTitles, titlesIn } from './titles.ts'

// Each requirement has a test whose title names it. Each field case has a test that names it or one of its inputs.
const page = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
const ids = [...page.matchAll(/^\| ([VDSRLC]\d+|M) \|/gm)].map(([, id = '']) => id)
const fieldCases = [...page.matchAll(/^\| (F\d\d) \|/gm)].map(([, id = '']) => id)

const titles = testTitles()

test('finds titles in every form of a test', () => {
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

test('a test names every requirement', () => {
  expect(titles.length).toBeGreaterThan(300)
  expect(ids).toHaveLength(41)
  expect(ids.filter((id) => !titles.some((title) => names(title, id)))).toEqual([])
  expect(fieldCases).toHaveLength(32)
  const isShown = (id: string) => titles.some((title) => new RegExp(`(?<![\\w-])${id}[a-f]?(?![\\w-])`).test(title))
  expect(fieldCases.filter((id) => !isShown(id))).toEqual([])
})
