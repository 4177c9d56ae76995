import { variableOf } from './readSettings.ts'
import type { Setting, SettingTable } from './setting.ts'

const width = 100

/** The contents of the help of one command. */
export type HelpText = {
  /** The command as typed, such as `hawser registry build`. */
  readonly path: string
  /** The words that the command takes besides options, such as `OLD NEW`. */
  readonly words?: string | undefined
  readonly about: string
  readonly settings: SettingTable
  /** Titles, each above the setting of that name. */
  readonly titles?: Readonly<Record<string, string>> | undefined
  readonly prefix?: string | undefined
  readonly closing?: string | undefined
}

/**
 * The help of a command: every setting, in lines of at most 100 columns.
 * @example formatHelp({ path: 'hawser doctor', words: 'URL', about: 'Checks a site.', settings })
 */
export function formatHelp({ path, words, about, settings, titles = {}, prefix, closing }: HelpText): string {
  const rows = Object.entries(settings).flatMap(([key, setting]) => {
    const title = titles[key]
    const row = [nameOf(setting, prefix), `${setting.meaning}${defaultOf(setting)}`] as const
    return title === undefined ? [row] : ([[`\n${title}:`], row] as const)
  })
  const built = [
    ['--help', 'this text'] as const,
    ...('version' in settings ? [] : [['--version', 'the version'] as const]),
  ]
  const table = formatRows([...rows, ...(Object.keys(titles).length > 0 ? [['\nAlso:'] as const] : []), ...built])
  const usage = `Usage: ${[path, words, '[options]'].filter(Boolean).join(' ')}`
  const parts = [
    usage,
    formatParagraphs(about),
    explainPrefix(settings, prefix),
    table.replace(/^\n/, ''),
    closing && formatParagraphs(closing),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Formats rows of two columns and wraps the second column. A row of one column is a title. */
export function formatRows(rows: readonly (readonly [string] | readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([name, text]) => (text === undefined ? 0 : name.length))) + 4
  return rows.map(([name, text]) => (text === undefined ? name : formatRow(name, text, indent))).join('\n')
}

function formatRow(name: string, text: string, indent: number): string {
  return `  ${name}`.padEnd(indent) + linesOf(text, width - indent).join(`\n${' '.repeat(indent)}`)
}

/** Wraps each paragraph of a text again. */
export function formatParagraphs(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return paragraphs.map((paragraph) => linesOf(paragraph.replaceAll('\n', ' '), width).join('\n')).join('\n\n')
}

function linesOf(text: string, columns: number): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function nameOf({ name, isSecret, placeholder }: Setting<unknown>, prefix = ''): string {
  if (isSecret) return variableOf(prefix, name)
  return placeholder === '' ? `--${name}` : `--${name} ${placeholder}`
}

function defaultOf({ defaultValue, unit, isRequired }: Setting<unknown>): string {
  if (isRequired) return ' (required)'
  return defaultValue === undefined || defaultValue === false ? '' : ` (default ${`${defaultValue} ${unit}`.trim()})`
}

function explainPrefix(settings: SettingTable, prefix: string | undefined): string | undefined {
  const all = Object.values(settings)
  const example = all.find(({ isSecret }) => !isSecret)
  if (prefix === undefined || example === undefined) return undefined
  const isSecretToo = all.some(({ isSecret }) => isSecret)
  const secrets = isSecretToo ? `\nA name in capitals is a secret, which has a variable and no flag.` : ''
  return `Each option is an environment variable too, and the flag wins: --${example.name} is ${variableOf(prefix, example.name)}.${secrets}`
}
