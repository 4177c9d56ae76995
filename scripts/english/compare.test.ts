import { expect, test } from 'vitest'
import { compare, countByPlace } from './compare.ts'

const at = (...files: readonly string[]) => files.map((file) => ({ file, line: 1, rule: 'glossary', advice: 'a' }))

test('english: a finding outside of the ceilings fails', () => {
  expect(compare(at('README.md', 'docs/later/a.md'), { 'docs/later': 1 })).toEqual({
    failing: at('README.md'),
    lower: [],
  })
})

test('english: one finding more than the ceiling fails, and all of the folder are shown', () => {
  const findings = at('docs/later/a.md', 'docs/later/b.md')
  expect(compare(findings, { 'docs/later': 1 }).failing).toEqual(findings)
})

test('english: fewer findings than the ceiling pass, and the ceiling should go down', () => {
  expect(compare(at('docs/a.md'), { 'docs/a.md': 2, b: 1 })).toEqual({
    failing: [],
    lower: [
      { place: 'docs/a.md', ceiling: 2, count: 1 },
      { place: 'b', ceiling: 1, count: 0 },
    ],
  })
})

test('english: a folder is not a prefix of a name, and the longest place counts', () => {
  expect(compare(at('docs/ab/c.md', 'docs/a/b/c.md'), { 'docs/a': 0, 'docs/a/b': 1 })).toEqual({
    failing: at('docs/ab/c.md'),
    lower: [],
  })
})

test('english: findings are counted by page, and by the sources of a package', () => {
  const findings = at('packages/core/src/a/b.ts', 'docs/rpc.md', 'docs/errors/a.md', 'packages/core/src/c.ts')
  expect(countByPlace(findings)).toEqual([
    ['docs/errors', 1],
    ['docs/rpc.md', 1],
    ['packages/core/src', 2],
  ])
})
