import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './run.ts'

/** A digest of the names and contents of files. It changes when a file is changed, added or removed. */
export function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of [...files].sort())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
