import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Chart } from './chart.ts'
import { drawChart } from './drawChart.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const page = join(docs, 'performance.md')

/**
 * Writes the figures of a bench into the docs: their table under a heading of `docs/performance.md`, and the chart as JSON and
 * as the picture drawn from it.
 * @param name - the name of both files in `docs/figures`
 */
export function recordFigures(name: string, heading: string, table: string, chart: Chart): void {
  const folder = join(docs, 'figures')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(chart, undefined, 2)}\n`)
  writeFileSync(join(folder, `${name}.svg`), drawChart(chart))
  writeFileSync(page, replaceTable(readFileSync(page, 'utf8'), heading, table))
}

/**
 * Returns the page with this table instead of the first table under the heading.
 * @throws when the page has no such heading with a table under it
 */
export function replaceTable(text: string, heading: string, table: string): string {
  const section = text.indexOf(`\n${heading}\n`)
  const start = section < 0 ? 0 : text.indexOf('\n|', section) + 1
  if (start === 0) throw new Error(`The page has no table under "${heading}".`)
  const length = /\n(?!\|)/.exec(text.slice(start))?.index ?? text.length - start
  return text.slice(0, start) + table + text.slice(start + length)
}
