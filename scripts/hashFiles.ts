import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './run.ts'

/** A digest of the names and contents of files: another one when any of them changed, came or went. */
export function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of [...files].sort())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
