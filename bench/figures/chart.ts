import type { Row } from '../modal/formatTable.ts'

/** One figure of one contender, as the table prints it. */
export type Bar = { readonly name: string; readonly value: number; readonly text: string }
/** Bars that are compared with each other. */
export type BarGroup = { readonly label: string; readonly detail?: string; readonly bars: readonly Bar[] }
/** The figures of a table, to draw as a picture. */
export type Chart = { readonly title: string; readonly note: string; readonly groups: readonly BarGroup[] }

/** Returns the chart of a table of rows: a group for each row, with a bar for each contender. */
export function chartOfRows(title: string, note: string, rows: readonly Row[]): Chart {
  return { title, note, groups: rows.map(groupOf).filter(({ bars }) => bars.some(({ value }) => value > 0)) }
}

function groupOf({ figure, unit, digits, ours, reference, floor }: Row): BarGroup {
  const bars = Object.entries({ ours, reference, floor }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value, text: value.toFixed(digits) }],
  )
  return { label: unit === '' ? figure : `${figure}, ${unit}`, bars }
}
