import type { BarGroup, Chart } from './chart.ts'

const column = { width: 430, gap: 40, names: 100, bars: 250 }
const padding = 24
const line = { title: 26, note: 20, label: 18, detail: 16, bar: 17, gap: 16 }
// At the font's size, a line of a column holds about this many characters.
const charactersOf = { label: 58, detail: 66, note: 140 }

const style = [
  'text{font:12px system-ui,sans-serif;fill:#1b2027}',
  '.title{font-size:17px;font-weight:600}',
  '.label{font-size:13px;font-weight:600}',
  '.quiet{fill:#56606b}',
  '.ground{fill:#fff}',
  '.bar{fill:#a3adb8}',
  '.ours{fill:#1259c9}',
  '@media(prefers-color-scheme:dark){text{fill:#e8ebee}.quiet{fill:#a3adb8}.ground{fill:#15181c}.bar{fill:#626d79}.ours{fill:#6ea8ff}}',
].join('')

/**
 * Draws a chart as an SVG file, in two columns. The longest bar of each group fills its column; the other bars are as long as
 * their share of it.
 */
export function drawChart({ title, note, groups }: Chart): string {
  const notes = wrap(note, charactersOf.note)
  const top = padding + line.title + notes.length * line.note + line.gap
  const [left, right] = inTwoColumns(groups)
  const height = top + Math.max(heightOf(left), heightOf(right)) + padding - line.gap
  const width = 2 * padding + 2 * column.width + column.gap
  const x = padding + column.width + column.gap
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    text(padding, padding + 14, title, 'title'),
    ...notes.map((words, row) => text(padding, padding + line.title + 12 + row * line.note, words, 'quiet')),
    ...drawColumn(left, padding, top),
    ...drawColumn(right, x, top),
    '</svg>',
    '',
  ].join('\n')
}

type Columns = readonly [left: readonly BarGroup[], right: readonly BarGroup[]]

/** Splits the groups where the higher of the two columns is lowest. */
function inTwoColumns(groups: readonly BarGroup[]): Columns {
  const splits = groups.map((_, index): Columns => [groups.slice(0, index + 1), groups.slice(index + 1)])
  const higher = ([left, right]: Columns) => Math.max(heightOf(left), heightOf(right))
  return splits.reduce((best, split) => (higher(split) < higher(best) ? split : best), [groups, []])
}

function linesOf({ label, detail = '' }: BarGroup) {
  return { labels: wrap(label, charactersOf.label), details: wrap(detail, charactersOf.detail) }
}

function heightOf(groups: readonly BarGroup[]): number {
  return groups.reduce((sum, group) => {
    const { labels, details } = linesOf(group)
    const words = labels.length * line.label + details.length * line.detail
    return sum + words + group.bars.length * line.bar + line.gap
  }, 0)
}

function drawColumn(groups: readonly BarGroup[], x: number, top: number): readonly string[] {
  let y = top
  const drawn: string[] = []
  for (const group of groups) {
    const { labels, details } = linesOf(group)
    for (const words of labels) {
      drawn.push(text(x, y + 12, words, 'label'))
      y += line.label
    }
    for (const words of details) {
      drawn.push(text(x, y + 10, words, 'quiet'))
      y += line.detail
    }
    const longest = Math.max(...group.bars.map(({ value }) => value))
    for (const bar of group.bars) {
      const length = Math.round((10 * column.bars * bar.value) / longest) / 10
      const kind = bar.name.startsWith('ours') ? 'bar ours' : 'bar'
      drawn.push(
        text(x, y + 11, bar.name, 'quiet'),
        `<rect class="${kind}" x="${x + column.names}" y="${y + 1}" width="${length}" height="12" rx="2"/>`,
        text(x + column.names + length + 6, y + 11, bar.text),
      )
      y += line.bar
    }
    y += line.gap
  }
  return drawn
}

function text(x: number, y: number, words: string, kind?: string): string {
  return `<text${kind === undefined ? '' : ` class="${kind}"`} x="${x}" y="${y}">${escapeXml(words)}</text>`
}

/** Splits words into lines of at most so many characters. */
function wrap(words: string, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of words.split(' ').filter((each) => each !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
