import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { explainLock, type Lock } from './lock.ts'

/**
 * Checks the lock files. Every optional dependency of every entry is in them; a sparse registry can leave out other platforms'
 * binaries. Everything comes from the registry with a sha512. No package is beyond the licence line of design decision 0004.
 */
const root = resolve(import.meta.dirname, '..')
const files = [
  'package-lock.json',
  'test/runtimes/package-lock.json',
  'docs/site/package-lock.json',
  'bench/peers/package-lock.json',
]
let entries = 0
const problems = files.flatMap((file) => {
  const lock: Lock = JSON.parse(readFileSync(join(root, file), 'utf8'))
  entries += Object.keys(lock.packages).length
  return explainLock(lock, { arePeers: file.startsWith('bench/peers/') }).map((problem) => `${file}: ${problem}`)
})
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `lock: ${entries} entries complete` : `lock: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
