import type { Exported } from './readEntries.ts'

const groups = [
  ['function', 'Functions'],
  ['class', 'Errors and classes'],
  ['value', 'Values'],
  ['type', 'Types'],
] as const

/** The exports of one entry as Markdown, grouped by kind. */
export function formatEntry({
  name,
  exports,
}: {
  readonly name: string
  readonly exports: readonly Exported[]
}): string {
  const parts = groups.flatMap(([kind, title]) => {
    const members = exports.filter((each) => each.kind === kind).sort((one, other) => compare(one.name, other.name))
    return members.length === 0 ? [] : [`### ${title}\n`, ...members.map(formatExport)]
  })
  return [`## ${name}\n`, ...parts].join('\n')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : 1
}

function formatExport({ name, summary, tags, declaration }: Exported): string {
  const examples = tags.filter((tag) => tag.name === 'example')
  const others = tags.filter((tag) => tag.name === 'throws' || tag.name === 'returns' || tag.name === 'param')
  return [
    `#### \`${name}\`\n`,
    ...(summary === '' ? [] : [`${escapeText(summary)}\n`]),
    fenced(declaration),
    ...others.map((tag) => `- **${tag.name}** ${escapeText(tag.text)}`),
    ...(others.length > 0 ? [''] : []),
    ...examples.map(({ text }) => fenced(text.replace(/^```\w*\n|\n?```$/g, ''))),
  ].join('\n')
}

function fenced(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\`\n`
}

/** Escapes the text of a comment for a page: outside of code, `<` and `{{` would be markup. */
function escapeText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '{&#123;')))
    .join('')
}
