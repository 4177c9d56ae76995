import { formatCells } from '../modal/formatTable.ts'
import { isWithin } from './growth.ts'
import type { Curve } from './measureSubject.ts'
import type { Bound, Subject } from './subject.ts'

const headings = ['Part', 'What grows', 'Operation', '10 ×', '100 ×', 'Bound at 100 ×'] as const

/** Formats the table of docs/performance.md: multiples of the cost at 1 ×. */
export function formatGrowth(curves: readonly Curve[]): string {
  return formatCells([headings, ...curves.map(formatCurve)])
}

function formatCurve({ subject, operation, growth }: Curve): readonly string[] {
  return [
    `${subject.part}: ${subject.component}`,
    formatSizes(subject),
    operation.name,
    formatMultiple(growth.ten),
    formatMultiple(growth.hundred) + (isWithin(growth, operation.bound) ? '' : ' **over**'),
    formatBound(operation.bound),
  ]
}

export function formatSizes({ grows, sizes }: Pick<Subject, 'grows' | 'sizes'>): string {
  return `${grows}: ${sizes.map((size) => size.toLocaleString('en')).join(' / ')}`
}

export function formatBound({ curve, hundred, reason }: Bound): string {
  return curve === 'flat' ? 'flat' : `${formatMultiple(hundred)}, ${curve}: ${reason}`
}

function formatMultiple(multiple: number): string {
  return multiple.toFixed(multiple < 9.95 ? 2 : 0)
}

/**
 * Returns the page with this table instead of the first table under the heading.
 * @throws when the page has no such heading with a table under it
 */
export function replaceTable(page: string, heading: string, table: string): string {
  const section = page.indexOf(`\n${heading}\n`)
  const start = section < 0 ? 0 : page.indexOf('\n|', section) + 1
  if (start === 0) throw new Error(`The page has no table under "${heading}".`)
  const length = /\n(?!\|)/.exec(page.slice(start))?.index ?? page.length - start
  return page.slice(0, start) + table + page.slice(start + length)
}
