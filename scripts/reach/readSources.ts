import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of a listing's facts. They are only in its file, not in the registry's answers. */
export function readSources(folder: string, id: string): Readonly<Record<string, string>> {
  const { sources }: { readonly sources: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, `${id}.json`), 'utf8'),
  )
  return sources
}
