import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createCommand, toggle } from '@hawser/command'
import { InvalidRegistryOptionError } from '../errors.ts'
import { checkListings, type ListingText, layOut } from '../listings/checkListings.ts'
import { explainImageIn, readListingTexts, writeFileAtomically } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import { formatProblems, type Problem } from '../listings/problem.ts'
import { listingsFolder } from './listingsFolder.ts'

export const command = createCommand({
  summary: 'check listings and explain what is wrong',
  about: `Checks listings, each by itself and against all others of its folder, and explains every refusal.
Exit code 0: nothing is wrong; 1: something is.`,
  words: { usage: '[FILE…]', count: [0, 100_000] },
  settings: {
    listings: listingsFolder,
    isStrict: toggle('strict', { meaning: 'warnings count as errors' }),
    isWriting: toggle('write', { meaning: 'lay the files out plainly first, where that is all that is wrong' }),
    json: toggle('json', { meaning: 'problems as JSON: [{ level, file, field, what, mend }]' }),
  },
  load:
    async () =>
    async (values, { write }, paths) => {
      const folder = chooseFolder(paths, values.listings)
      const named = new Set(paths.map((path) => basename(path)))
      const isAsked = (file: string) => named.size === 0 || named.has(file)
      if (values.isWriting) layOutFiles(folder, isAsked)
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
      return problems.some(({ level }) => level === 'error' || values.isStrict) ? 1 : 0
    },
})

// Chooses the folder of the named files, so that a new file is compared with its neighbours.
function chooseFolder(paths: readonly string[], folder: string | undefined): string {
  const folders = new Set(paths.map((path) => resolve(dirname(path))))
  if (folder !== undefined && paths.length === 0) return folder
  if (folder !== undefined) folders.add(resolve(folder))
  if (folders.size > 1) throw new InvalidRegistryOptionError('Name files of one folder.')
  return [...folders][0] ?? bundledListings
}

// The named files come last, because the check reports a clash for the later of two listings.
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
    if (plain !== undefined && plain !== text) writeFileAtomically(path, plain)
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
