import { createBenchProgress } from '../../benchProgress.ts'
import type { Chart } from '../../figures/chart.ts'
import type { PageName } from '../buildPages.ts'
import { formatCells } from '../formatTable.ts'
import { countReads, listShots, type Reads } from './countReads.ts'
import { readerNames } from './readers.ts'
import { type TakeOptions, takeCode } from './takeCode.ts'

const contenders = [
  { title: 'floor', name: 'floor', query: '', colorScheme: 'light' },
  { title: 'ours', name: 'hawser', query: '', colorScheme: 'light' },
  { title: 'ours, dark', name: 'hawser', query: '', colorScheme: 'dark' },
  { title: 'ours, classic', name: 'hawser', query: '&classic', colorScheme: 'light' },
  { title: 'reference', name: 'reference', query: '', colorScheme: 'light' },
] as const

export type ScanOptions = Pick<TakeOptions, 'browser' | 'registry'> & {
  readonly addressOf: (name: PageName) => string
  readonly isQuick: boolean
}

/** How many pictures of each contender's code were read. */
export type Scan = readonly (readonly [title: string, reads: Reads])[]

/** Measures how many pictures of each contender's code are read, with all codes at the same size. */
export async function measureScan({ addressOf, isQuick, ...options }: ScanOptions): Promise<Scan> {
  const shots = listShots(isQuick)
  const rows: (readonly [string, Reads])[] = []
  const progress = createBenchProgress('codes photographed')
  for (const { title, name, query, colorScheme } of contenders) {
    progress.report(rows.length, contenders.length)
    const address = addressOf(name) + query
    const codes = []
    for (const pixelRatio of [1, 2]) codes.push(await takeCode({ ...options, name, address, colorScheme, pixelRatio }))
    rows.push([title, await countReads(codes, shots)])
  }
  progress.end()
  return rows
}

/** Formats the table of all readers and widths. */
export function formatScan(rows: Scan): string {
  const [first] = rows
  if (first === undefined) return ''
  const [, floor] = first
  const widths = [...floor.byWidth.keys()]
  const readings = floor.pictures * readerNames.length
  const headings = ['code', `read, of ${readings}`, '× floor', ...readerNames, ...widths.map((width) => `${width} px`)]
  return formatCells([
    headings,
    ...rows.map(([title, reads]) => [
      title,
      `${sumOf(reads)}`,
      (sumOf(reads) / sumOf(floor)).toFixed(2),
      ...readerNames.map((name) => `${reads.byReader[name]}`),
      ...widths.map((width) => `${reads.byWidth.get(width)}`),
    ]),
  ])
}

/** Returns the chart of the same figures: all pictures, then those of each width. */
export function chartOfScan(note: string, scan: Scan): Chart {
  const groupOf = (label: string, countOf: (reads: Reads) => number) => ({
    label,
    bars: scan.map(([name, reads]) => ({ name, value: countOf(reads), text: `${countOf(reads)}` })),
  })
  const widths = [...(scan[0]?.[1].byWidth.keys() ?? [])]
  return {
    title: 'Pictures in which the code is read',
    note,
    groups: [
      groupOf('all pictures', sumOf),
      ...widths.map((width) => groupOf(`${width} pixels wide`, ({ byWidth }) => byWidth.get(width) ?? 0)),
    ],
  }
}

function sumOf({ byReader }: Reads): number {
  return readerNames.reduce((sum, name) => sum + byReader[name], 0)
}
