import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Guards the lock file: every optional dependency of every entry is in it (a sparse registry can leave other platforms'
 * binaries out), no address of the registry it was made with, and no package beyond the licence line of
 * design decision 0004.
 */
type LockEntry = {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const root = resolve(import.meta.dirname, '..')
const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const entries = Object.entries(lock.packages)

function isResolvable(path: string, dependency: string): boolean {
  let base = path
  while (true) {
    if (lock.packages[`${base === '' ? '' : `${base}/`}node_modules/${dependency}`] !== undefined) return true
    if (base === '') return false
    const cut = base.lastIndexOf('/node_modules/')
    base = cut === -1 ? '' : base.slice(0, cut)
  }
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => text.split(/[.-]/).slice(0, 3).map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

// The last versions under Apache-2.0.
const licenceLine: readonly [RegExp, string][] = [
  [/^@walletconnect\/(sign-client|core|utils|types|universal-provider|ethereum-provider)$/, '2.21.8'],
  [/^@reown\/walletkit$/, '1.2.10'],
  [/^@reown\/appkit(-.*)?$/, '1.8.0'],
]

const missing = entries.flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((dependency) => !isResolvable(path, dependency))
    .map((dependency) => `${path || 'root'}: optional dependency ${dependency} is not in the lock file`),
)
const addressed = entries
  .filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''))
  .map(([path]) => `${path}: the lock file names a registry's address`)
const overLine = entries.flatMap(([path, entry]) => {
  const name = path.split('node_modules/').at(-1) ?? ''
  const line = licenceLine.find(([pattern]) => pattern.test(name))
  return line !== undefined && entry.version !== undefined && compareVersions(entry.version, line[1]) > 0
    ? [`${path}@${entry.version} is beyond the licence line (${line[1]} is the last Apache-2.0 version)`]
    : []
})

const problems = [...missing, ...addressed, ...overLine]
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `lock: ${entries.length} entries complete` : `lock: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
