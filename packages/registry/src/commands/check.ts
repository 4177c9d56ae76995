import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { InvalidRegistryOptionError } from '../errors.ts'
import { checkListings, type ListingText, layOut } from '../listings/checkListings.ts'
import { explainImageIn, readListingTexts, writeWhole } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import { formatProblems, type Problem } from '../listings/problem.ts'
import type { Command } from './command.ts'

const help = `hawser-registry check [FILE…] [--listings DIR] [--strict] [--write] [--json]

Checks listings, each by itself and against all others of its folder, and explains every refusal.
Exit code 0: nothing is wrong; 1: something is.

  FILE              check these alone, against the folder they lie in (default: the whole folder)
  --listings DIR    one <id>.json a wallet; their images in images/ beside them (default: those that
                    come with this package)
  --strict          warnings count as errors
  --write           lay the files out plainly first, where that is all that is wrong
  --json            problems as JSON: [{ level, file, field, what, mend }]
`

export const command: Command = {
  summary: 'check listings and explain what is wrong',
  help,
  async run(args, { write }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        listings: { type: 'string' },
        strict: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const folder = chooseFolder(positionals, values.listings)
    const named = new Set(positionals.map((path) => basename(path)))
    const isAsked = (file: string) => named.size === 0 || named.has(file)
    if (values.write) layOutFiles(folder, isAsked)
    const texts = withNamedLast(readListingTexts(folder), named)
    const problems = checkListings(texts, explainImageIn(folder)).filter(({ file }) => isAsked(file))
    write(
      values.json
        ? `${JSON.stringify(problems, null, 2)}\n`
        : report(
            problems,
            texts.filter(({ file }) => isAsked(file)),
          ),
    )
    return problems.some(({ level }) => level === 'error' || values.strict) ? 1 : 0
  },
}

// The folder of the named files, so that a new one is compared with its neighbours.
function chooseFolder(paths: readonly string[], folder: string | undefined): string {
  const folders = new Set(paths.map((path) => resolve(dirname(path))))
  if (folder !== undefined && paths.length === 0) return folder
  if (folder !== undefined) folders.add(resolve(folder))
  if (folders.size > 1) throw new InvalidRegistryOptionError('Name files of one folder.')
  return [...folders][0] ?? bundledListings
}

// Of two clashing listings, the check reports the one it was asked about.
function withNamedLast(texts: readonly ListingText[], named: ReadonlySet<string>): readonly ListingText[] {
  const missing = [...named].find((name) => !texts.some(({ file }) => file === name))
  if (missing !== undefined)
    throw new InvalidRegistryOptionError(`There is no ${missing}, or its name does not end in .json.`)
  return [...texts.filter(({ file }) => !named.has(file)), ...texts.filter(({ file }) => named.has(file))]
}

function layOutFiles(folder: string, isAsked: (file: string) => boolean): void {
  for (const { file } of readListingTexts(folder)) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const plain = isAsked(file) ? layOut(text) : undefined
    if (plain !== undefined && plain !== text) writeWhole(path, plain)
  }
}

function report(problems: readonly Problem[], texts: readonly ListingText[]): string {
  const count = (level: Problem['level']) => problems.filter((problem) => problem.level === level).length
  const found = `${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}`
  return `${formatProblems(problems)}${plural(texts.length, 'listing')} checked: ${found}.\n`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
