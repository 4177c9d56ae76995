import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceTable } from '../../bench/figures/recordFigures.ts'
import { flat, linear } from '../../bench/growth/bounds.ts'
import { type Costs, growthOf, isWithin } from '../../bench/growth/growth.ts'
import { measureSubject } from '../../bench/growth/measureSubject.ts'
import type { Bound, Subject } from '../../bench/growth/subject.ts'
import { subjects } from '../../bench/growth/subjects.ts'
import { formatBound, formatGrowth, formatSizes } from '../../bench/growth/table.ts'
import { createWorld } from '../../bench/growth/world.ts'
import { root } from './titles.ts'

// `npm run bench -- --growth` measures. This test shows that the arithmetic can fail, and that the table matches the current
// curves.

/** Creates a subject without real work. `costOf` returns the cost of an operation at a size, in microseconds. */
function subjectOf(costOf: (size: number) => number, bound: Bound): Subject & { readonly closed: number[] } {
  const closed: number[] = []
  return {
    part: 'registry',
    component: 'example',
    grows: 'rows',
    sizes: [10, 100, 1_000],
    operations: [{ name: 'read a row', count: 4, bound }],
    open: async (size) => ({
      run: async (_, count) => count * costOf(size),
      close: async () => void closed.push(size),
    }),
    closed,
  }
}

async function measure(subject: Subject) {
  const [curve] = await measureSubject(subject, 3, createWorld())
  if (curve === undefined) throw new Error('Nothing was measured.')
  return curve
}

test('growth: a cost of each row is 10 × and 100 ×, which no flat curve may be', async () => {
  const subject = subjectOf((size) => size, flat)
  const curve = await measure(subject)
  expect(curve.growth).toEqual({ ten: 10, hundred: 100 })
  expect(isWithin(curve.growth, flat)).toBe(false)
  expect(isWithin(curve.growth, linear('Each row is read.'))).toBe(true)
  expect(formatGrowth([curve])).toContain('**over**')
  expect(subject.closed).toEqual(subject.sizes)
})

test('growth: a cost of the square is above a linear bound', async () => {
  const { growth } = await measure(subjectOf((size) => size ** 2, flat))
  expect(isWithin(growth, linear('Each row is read.'))).toBe(false)
})

test('growth: a cost that does not change is flat, up to a fifth more', async () => {
  const { growth } = await measure(subjectOf(() => 5, flat))
  expect(growth).toEqual({ ten: 1, hundred: 1 })
  expect(isWithin(growth, flat)).toBe(true)
  expect(isWithin({ ten: 1.2, hundred: 1.2 }, flat)).toBe(true)
  expect(isWithin({ ten: 1.21, hundred: 1 }, flat)).toBe(false)
  expect(isWithin({ ten: 1, hundred: 1.21 }, flat)).toBe(false)
})

test('growth: neither a slower round nor one disturbed size changes the figures', () => {
  const rounds: readonly Costs[] = [
    [10, 11, 12],
    [30, 33, 36],
    [10, 99, 12],
  ]
  expect(growthOf(rounds)).toEqual({ ten: 1.1, hundred: 1.2 })
})

test('growth: a cost that was not measured is within no bound', () => {
  expect(isWithin(growthOf([]), linear('Each row is read.'))).toBe(false)
  expect(isWithin(growthOf([[0, 0, 0]]), linear('Each row is read.'))).toBe(false)
  expect(isWithin(growthOf([[5, 0, 0]]), flat)).toBe(false)
})

test('growth: the table of docs/performance.md has each curve with its sizes and its bound', () => {
  const page = readFileSync(join(root, 'docs/performance.md'), 'utf8')
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const written = rows.filter(([, part = '']) => /^(?:relay|link|registry|modal): /.test(part))
  const measured = subjects.flatMap((subject) =>
    subject.operations.map(({ name, bound }) => [
      `${subject.part}: ${subject.component}`,
      formatSizes(subject),
      name,
      formatBound(bound),
    ]),
  )
  expect(written.map(([, part, sizes, name, , , bound]) => [part, sizes, name, bound])).toEqual(measured)
})

test('growth: the table takes the place of the one under its heading, and of no other', () => {
  const page = '# A\n\n| a |\n|---|\n\n## B\n\nText.\n\n| b |\n|---|\n| 1 |\n\nEnd.\n'
  expect(replaceTable(page, '## B', '| c |\n|---|')).toBe(
    '# A\n\n| a |\n|---|\n\n## B\n\nText.\n\n| c |\n|---|\n\nEnd.\n',
  )
  expect(() => replaceTable(page, '## C', '| c |')).toThrow('## C')
})
