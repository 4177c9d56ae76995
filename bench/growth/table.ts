import type { Chart } from '../figures/chart.ts'
import { formatCells } from '../modal/formatTable.ts'
import { isWithin } from './growth.ts'
import type { Curve } from './measureSubject.ts'
import type { Bound, Subject } from './subject.ts'

const headings = ['Part', 'What grows', 'Operation', '10 ×', '100 ×', 'Bound at 100 ×'] as const

/** Formats the table of docs/performance.md: multiples of the cost at 1 ×. */
export function formatGrowth(curves: readonly Curve[]): string {
  return formatCells([headings, ...curves.map(formatCurve)])
}

/** Returns the chart of the same figures, with the cost at 1 × beside its multiples. */
export function chartOfGrowth(note: string, curves: readonly Curve[]): Chart {
  return {
    title: 'The cost of one operation as its work grows, as multiples of the cost at 1 ×',
    note,
    groups: curves.map(({ subject, operation, growth }) => ({
      label: operation.name,
      detail: `${subject.part}: ${subject.component}, ${formatSizes(subject)}`,
      bars: Object.entries({ '1 ×': 1, '10 ×': growth.ten, '100 ×': growth.hundred }).map(([name, value]) => ({
        ...{ name, value, text: formatMultiple(value) },
      })),
    })),
  }
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
