import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { names, root, titlesIn } from '../docs/titles.ts'
import { tested, threats } from './catalogue.ts'

// docs/threat-model.md is true as far as a test can check: it lists all threats, its files exist, and the tests name the
// threats.
const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
const rows = text
  .split('\n')
  .map((line) => line.split(' | '))
  .flatMap(([first, , , shownBy]) =>
    first?.startsWith('| T-') ? [{ id: first.slice(2), shownBy: shownBy ?? '' }] : [],
  )

const isTest = /\.(?:test|spec|conformance)\.tsx?$/

/** Returns the files that a text of docs/ links to, relative to the root. */
function filesIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [posix.join('docs', target)],
  )
}

/** Read before the tests begin, because there are many titles. */
const titles = new Map(
  [...new Set(rows.flatMap(({ shownBy }) => filesIn(shownBy)))]
    .filter((path) => isTest.test(path) && existsSync(join(root, path)))
    .map((path) => [path, titlesIn(readFileSync(join(root, path), 'utf8'))] as const),
)

test('docs/threat-model.md: every threat of the catalogue has one row, and nothing else is named', () => {
  expect(threats).toHaveLength(73)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(threats.toSorted())
  expect([...text.matchAll(/T-\d+/g)].map(([id]) => id).filter((id) => !threats.includes(id))).toEqual([])
})

test('docs/threat-model.md: every linked file exists', () => {
  const files = filesIn(text)
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('docs/threat-model.md: the tests of a row name the threat', () => {
  const demanded: readonly string[] = Object.values(tested).flat()
  const wrong = rows.flatMap(({ id, shownBy }) => {
    const files = filesIn(shownBy)
    if (!demanded.includes(id)) return files.filter((path) => !isTest.test(path)).map((path) => `${id}: ${path}`)
    if (files.length === 0) return [`${id}: no test`]
    return files
      .filter((path) => titles.get(path)?.some((title) => names(title, id)) !== true)
      .map((path) => `${id}: ${path}`)
  })
  expect(wrong).toEqual([])
})
