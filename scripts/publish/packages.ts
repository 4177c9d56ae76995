import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

/** The fields of a package.json that publishing reads. */
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** A folder of `packages/`, which is published to npm. */
export type Package = { readonly folder: string; readonly manifest: Manifest }

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

/** The published packages, each after the packages of ours that it needs. */
export function readPackages(): readonly Package[] {
  const all = readdirSync(join(root, 'packages')).map((name) => ({
    folder: `packages/${name}`,
    manifest: readManifest(`packages/${name}`),
  }))
  const sorted: Package[] = []
  const add = (each: Package) => {
    if (sorted.includes(each)) return
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const needed = all.find(({ manifest }) => manifest.name === name)
      if (needed !== undefined) add(needed)
    }
    sorted.push(each)
  }
  for (const each of all) add(each)
  return sorted
}
