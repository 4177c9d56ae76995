import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the facts of a listing come from. They are in its file only, not in what the registry answers. */
export function readSources(folder: string, id: string): Readonly<Record<string, string>> {
  const { sources }: { readonly sources: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, `${id}.json`), 'utf8'),
  )
  return sources
}
