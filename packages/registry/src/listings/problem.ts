/** The fault of a field, and its remedy, in words for a person who adds a wallet. */
export type Fault = { readonly what: string; readonly mend: string }

/** A fault with its place. An error keeps a listing out; a person decides about a warning. */
export type Problem = Fault & {
  readonly level: 'error' | 'warning'
  readonly file: string
  /** A path such as `mobile.native`; empty for the file as a whole. */
  readonly field: string
}

const maxQuoted = 80
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Formats untrusted text in quotation marks: short, on one line, and with invisible characters written out. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text)).replace(unprintable, writeOut)
}

/**
 * Formats untrusted text without quotation marks, such as the name of a field or file: short, and with invisible
 * characters written out.
 */
export function plain(text: string): string {
  return shorten(text).replace(unprintable, writeOut)
}

/** Formats problems as lines for a terminal, grouped by file. */
export function formatProblems(problems: readonly Problem[]): string {
  const byFile = new Map<string, string>()
  for (const problem of problems) byFile.set(problem.file, (byFile.get(problem.file) ?? '') + formatProblem(problem))
  return [...byFile].map(([file, lines]) => `${plain(file)}\n${lines}`).join('')
}

function formatProblem({ level, field, what, mend }: Problem): string {
  const place = field === '' ? '' : `${plain(field)}: `
  return `  ${level.padEnd(7)}  ${place}${what}\n           ${mend}\n`
}

function shorten(text: string): string {
  const characters = [...text.slice(0, maxQuoted * 2)]
  return characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : characters.join('')
}

function writeOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
