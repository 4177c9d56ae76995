import { basename } from 'node:path'

/** The fields of an npm lock file that say which packages are installed together. */
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

/** A package that npm installs with one of ours: another of ours, or a third party's. */
export type Installed = {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly isOurs: boolean
  readonly license: string | undefined
  /** As in the lock file: `sha512-…`. Undefined for our own packages. */
  readonly integrity: string | undefined
  /** The paths of the packages that it needs. */
  readonly needs: readonly string[]
}

/** One kind of machine: packages contain binaries for each kind. */
export type Machine = { readonly os: string; readonly cpu: string; readonly libc: string }

/**
 * The packages that npm installs with a package of this repository, that package first. Peers are left out, because the host
 * app chooses them.
 * @param folder - such as `packages/relay`
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
  // npm names a workspace only if the name differs from that of its folder.
  return path.includes('node_modules/') ? (path.split('node_modules/').at(-1) ?? path) : basename(path)
}

function isFor({ os, cpu, libc }: TreeEntry, machine: Machine): boolean {
  const allows = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value)
  return allows(os, machine.os) && allows(cpu, machine.cpu) && allows(libc, machine.libc)
}
