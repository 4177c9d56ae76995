import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the seed corpus of a target: inputs that take paths of their own, and every input that once broke a promise. */
export function readCorpus(name: string): readonly string[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'corpus', `${name}.json`), 'utf8'))
}
