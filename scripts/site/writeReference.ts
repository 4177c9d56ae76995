import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'
import { formatEntry } from './formatEntry.ts'
import { formatRest } from './formatRest.ts'
import { readEntry } from './readEntry.ts'

type Target = { readonly types?: string } | string

/** Writes the pages of the reference: the exports of each package by its built declarations, and both HTTP APIs by their documents. */
export function writeReference(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const name of readdirSync(join(root, 'packages'))) {
    const home = join(root, 'packages', name)
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    const targets: readonly [string, Target][] = Object.entries(manifest.exports ?? {})
    // A language is a dictionary like every other: one page shows them all.
    const entries = targets.flatMap(([path, target]) =>
      typeof target === 'string' || target.types === undefined || /\/messages\/(?!en$)/.test(path)
        ? []
        : [{ name: join(manifest.name, path), exports: readEntry(join(home, target.types)) }],
    )
    write(join(folder, name, 'index.md'), `# Exports of ${manifest.name}\n\n${entries.map(formatEntry).join('\n')}`)
  }
  for (const name of ['link', 'registry']) {
    const document = JSON.parse(readFileSync(join(root, 'packages', name, 'openapi.json'), 'utf8'))
    write(join(folder, `rest-${name}.md`), formatRest(document))
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
