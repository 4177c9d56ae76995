import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'
import { formatEntry } from './formatEntry.ts'
import { formatRest } from './formatRest.ts'
import { readEntries } from './readEntries.ts'

type Target = { readonly types?: string } | string

/**
 * Writes the pages of the reference: the exports of each package from its built declarations, and both HTTP APIs from their
 * documents.
 */
export function writeReference(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const packages = readdirSync(join(root, 'packages')).map(readPackage)
  const exports = readEntries(packages.flatMap(({ entries }) => entries.map(({ types }) => types)))
  for (const { home, name, entries } of packages) {
    const sections = entries.map((entry) => formatEntry({ name: entry.name, exports: exports.get(entry.types) ?? [] }))
    write(join(folder, home, 'index.md'), `# Exports of ${name}\n\n${sections.join('\n')}`)
  }
  for (const name of ['link', 'registry']) {
    const document = JSON.parse(readFileSync(join(root, 'packages', name, 'openapi.json'), 'utf8'))
    write(join(folder, `rest-${name}.md`), formatRest(document))
  }
}

/** A package and its entries with types. All dictionaries have the same exports, so one page shows the English one for all. */
function readPackage(home: string) {
  const folder = join(root, 'packages', home)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const targets: readonly [string, Target][] = Object.entries(manifest.exports ?? {})
  const entries = targets.flatMap(([path, target]) =>
    typeof target === 'string' || target.types === undefined || /\/messages\/(?!en$)/.test(path)
      ? []
      : [{ name: join(manifest.name, path), types: join(folder, target.types) }],
  )
  return { home, name: manifest.name, entries }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
