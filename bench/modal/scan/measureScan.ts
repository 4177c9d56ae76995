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

/** Measures how many pictures of each contender's code are read, with all codes at the same size. Returns a table. */
export async function measureScan({ addressOf, isQuick, ...options }: ScanOptions): Promise<string> {
  const shots = listShots(isQuick)
  const rows: (readonly [string, Reads])[] = []
  for (const { title, name, query, colorScheme } of contenders) {
    console.error(`pictures of the code (${title}) …`)
    const address = addressOf(name) + query
    const codes = []
    for (const pixelRatio of [1, 2]) codes.push(await takeCode({ ...options, name, address, colorScheme, pixelRatio }))
    rows.push([title, await countReads(codes, shots)])
  }
  return formatScan(rows)
}

function formatScan(rows: readonly (readonly [string, Reads])[]): string {
  const sumOf = ({ byReader }: Reads) => readerNames.reduce((sum, name) => sum + byReader[name], 0)
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
