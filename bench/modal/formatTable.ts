/** One figure and its peers. `must` and `stretch` are upper bounds in the figure's own unit unless `isAtLeast`. */
export type Row = {
  readonly figure: string
  readonly unit: string
  readonly digits: number
  readonly ours: number
  readonly reference: number | undefined
  readonly floor: number | undefined
  readonly must: number | undefined
  readonly stretch: number | undefined
  readonly isAtLeast?: boolean
}

const headings = [
  'figure',
  'ours',
  'reference',
  'floor',
  'ours / reference',
  'ours / floor',
  'must',
  'stretch',
  '',
] as const

/** Formats the printed table in Markdown, so that it can be pasted into docs/performance.md. */
export function formatTable(rows: readonly Row[]): string {
  return formatCells([headings, ...rows.map(formatRow)])
}

/** Formats cells as a Markdown table. The first row has the headings. */
export function formatCells(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return lines.join('\n')
}

function ratio(ours: number, peer: number | undefined): string {
  return peer === undefined || peer === 0 ? '' : (ours / peer).toFixed(2)
}

function formatRow(row: Row): readonly string[] {
  const { ours, reference, floor, must, stretch, isAtLeast = false } = row
  const write = (value: number | undefined) => (value === undefined ? '' : value.toFixed(row.digits))
  const bound = (value: number | undefined) => (value === undefined ? '' : `${isAtLeast ? '≥' : '≤'} ${write(value)}`)
  const keeps = (value: number) => (isAtLeast ? ours >= value : ours <= value)
  const verdict =
    must === undefined ? '' : !keeps(must) ? 'over' : stretch !== undefined && keeps(stretch) ? 'ok, stretch' : 'ok'
  return [
    row.unit === '' ? row.figure : `${row.figure}, ${row.unit}`,
    write(ours),
    write(reference),
    write(floor),
    ratio(ours, reference),
    ratio(ours, floor),
    bound(must),
    bound(stretch),
    verdict,
  ]
}
