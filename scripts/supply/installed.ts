import { basename } from 'node:path'

/** A lock file of npm, as far as it says what is installed with what. */
export type TreeLock = { readonly packages: Readonly<Record<string, TreeEntry>> }

type Names = Readonly<Record<string, string>>
type TreeEntry = {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
}

/** A package that npm installs with one of ours: another of ours, or one of others. */
export type Installed = {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly isOurs: boolean
  readonly license: string | undefined
  /** As in the lock file: `sha512-…`. Undefined of ours. */
  readonly integrity: string | undefined
  /** Where what it needs itself is, by path. */
  readonly needs: readonly string[]
}

/** One kind of machine: packages hold binaries for each. */
export type Machine = { readonly os: string; readonly cpu: string; readonly libc: string }

/**
 * The packages that npm installs with a package of this repository, itself first. Peers are left out: the host app chooses those.
 * @param folder - as `packages/relay`
 * @param machine - without one, the packages of any machine
 */
export function installedWith(lock: TreeLock, folder: string, machine?: Machine): readonly Installed[] {
  const found = new Map<string, Installed>()
  const add = (path: string) => {
    const entry = lock.packages[path]
    if (entry === undefined || found.has(path) || (machine !== undefined && !isFor(entry, machine))) return
    const needed = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    const needs = needed.flatMap((name) => locate(lock, path, name) ?? [])
    found.set(path, {
      path,
      name: entry.name ?? nameOf(path),
      version: entry.version ?? '',
      isOurs: !path.includes('node_modules/'),
      license: entry.license,
      integrity: entry.integrity,
      needs,
    })
    for (const need of needs) add(need)
  }
  add(folder)
  return [...found.values()]
}

/** Where Node finds a package from a folder: the nearest `node_modules` above it. */
function locate(lock: TreeLock, from: string, name: string): string | undefined {
  for (let base = from; ; base = parentOf(base)) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    const entry = lock.packages[path]
    if (entry !== undefined) return entry.link === true ? entry.resolved : path
    if (base === '') return undefined
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  // npm names a workspace only where its folder is called otherwise.
  return path.includes('node_modules/') ? (path.split('node_modules/').at(-1) ?? path) : basename(path)
}

function isFor({ os, cpu, libc }: TreeEntry, machine: Machine): boolean {
  const allows = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value)
  return allows(os, machine.os) && allows(cpu, machine.cpu) && allows(libc, machine.libc)
}
