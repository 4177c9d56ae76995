import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Chart, chartOfRows } from '../../bench/figures/chart.ts'
import { drawChart } from '../../bench/figures/drawChart.ts'
import { root } from './titles.ts'

// `--write` of a bench writes its figures as a table, as JSON, and as the picture drawn from the JSON.
const folder = join(root, 'docs/figures')
const page = readFileSync(join(root, 'docs/performance.md'), 'utf8')
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
const chartOf = (name: string): Chart => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

/** The figures of a chart that the table below its picture lacks. */
function missingFigures(name: string, chart: Chart, text: string): readonly string[] {
  const picture = text.indexOf(`](figures/${name}.svg)`)
  const table = picture < 0 ? '' : (/\n\|[\s\S]*?\n(?!\|)/.exec(text.slice(picture))?.[0] ?? '')
  const cells = table.split('|').map((cell) => cell.trim())
  const bars = chart.groups.flatMap((group) => group.bars)
  return bars.filter((bar) => bar.name !== '1 ×' && !cells.includes(bar.text)).map((bar) => bar.text)
}

test('figures: every bench with a picture has its JSON', () => {
  const pictures = [...page.matchAll(/\]\(figures\/([a-z]+)\.svg\)/g)].map(([, name]) => name)
  expect(pictures.sort()).toEqual(names)
  expect(names).toEqual(expect.arrayContaining(['growth', 'opening', 'scan']))
})

test.each(names)('figures: %s is drawn from its JSON, and its table has the same figures', (name) => {
  expect(readFileSync(join(folder, `${name}.svg`), 'utf8')).toBe(drawChart(chartOf(name)))
  expect(missingFigures(name, chartOf(name), page)).toEqual([])
})

test('figures: a figure that the table lacks is found', () => {
  const chart: Chart = { title: '', note: '', groups: [{ label: '', bars: [{ name: 'ours', value: 2, text: '2' }] }] }
  const text = (figure: string) => `![a](figures/example.svg)\n\n| a | b |\n|---|---|\n| x | ${figure} |\n\n| 2 |\n`
  expect(missingFigures('example', chart, text('2'))).toEqual([])
  expect(missingFigures('example', chart, text('3'))).toEqual(['2'])
})

test('drawChart: bars are as long as their share of the longest of their group', () => {
  const common = { unit: 'ms', digits: 0, must: undefined, stretch: undefined }
  const chart = chartOfRows('Times', 'Two rounds.', [
    { ...common, figure: 'a & b <c>', ours: 25, reference: 100, floor: 50 },
    { ...common, figure: 'nothing to draw', ours: 0, reference: undefined, floor: 0 },
    { ...common, figure: 'long', ours: 3_000, reference: undefined, floor: undefined },
  ])
  const svg = drawChart(chart)
  const lengths = [...svg.matchAll(/<rect class="bar[^>]* width="([\d.]+)"/g)].map(([, length]) => Number(length))
  expect(lengths).toEqual([62.5, 250, 125, 250])
  expect(svg).toContain('>a &amp; b &lt;c&gt;, ms</text>')
  expect(svg).not.toContain('nothing to draw')
  const doubled = chart.groups.map((group) => ({ ...group, label: `${group.label} again` }))
  const heightOf = (picture: string) => Number(/height="(\d+)"/.exec(picture)?.[1])
  expect(heightOf(drawChart({ ...chart, groups: [...chart.groups, ...doubled] }))).toBeGreaterThan(heightOf(svg))
})
