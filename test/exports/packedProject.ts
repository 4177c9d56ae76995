import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { readPackages } from '../../scripts/publish/packages.ts'
import { tarballOf } from '../../scripts/publish/stagePackages.ts'
import { root } from '../docs/titles.ts'

const published = readPackages()
export const packages = published.map(({ folder }) => basename(folder))
type PackageName = string

/** Returns the published manifest of a package. */
function manifestIn(name: PackageName) {
  const found = published.find(({ folder }) => basename(folder) === name)
  if (found === undefined) throw new Error(`There is no package ${name}.`)
  return found.manifest
}

/** The manifest fields that describe a package's dependencies and entries. */
export type Manifest = {
  readonly name: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A new project with packages from their tarballs. No parent folder contains packages that a program could find instead. */
export type PackedProject = {
  readonly folder: string
  /** Returns the folder of one of our packages. */
  pathOf(name: PackageName): string
  manifestOf(name: PackageName): Manifest
  write(path: string, text: string): string
  /** Installs a third-party package from a folder of modules. */
  link(name: string, from: string): void
}

/**
 * Installs our packages with their required dependencies. Optional dependencies are installed only by name.
 * @param options - `modules`: third-party packages from this repository's `node_modules`; `manifest`: further fields besides
 * the name
 */
export function createPackedProject(options: {
  readonly tarballs: string
  readonly names: readonly PackageName[]
  readonly modules?: readonly string[]
  readonly manifest?: object
}): PackedProject {
  const { tarballs, names, modules = [], manifest = {} } = options
  const folder = temporaryFolder()
  const pathOf = (name: PackageName) => join(folder, 'node_modules', manifestIn(name).name)
  const manifestOf = (name: PackageName): Manifest =>
    JSON.parse(readFileSync(join(pathOf(name), 'package.json'), 'utf8'))
  const write = (path: string, text: string) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  write('package.json', JSON.stringify({ name: 'new-project', private: true, ...manifest }))
  const link = (name: string, from = join(root, 'node_modules')) => {
    const target = join(folder, 'node_modules', name)
    if (existsSync(target)) return
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(from, name), target)
  }
  for (const name of names) {
    mkdirSync(pathOf(name), { recursive: true })
    const tarball = tarballOf(manifestIn(name))
    execFileSync('tar', ['-xzf', join(tarballs, tarball), '--strip-components=1', '-C', pathOf(name)])
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(name)
    const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
    for (const other of [...Object.keys(dependencies), ...peers]) if (!other.startsWith('@hawser/')) link(other)
  }
  for (const name of modules) link(name)
  return { folder, pathOf, manifestOf, write, link }
}

/** Returns every import path of a package that has types. */
export function typedExportsOf({ name, exports }: Manifest): string[] {
  const typed = Object.entries(exports).filter(([, target]) => typeof target === 'object' && 'types' in target)
  return typed.map(([path]) => name + path.slice(1))
}
