import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatSbom } from './formatSbom.ts'
import type { TreeLock } from './installed.ts'

// Writes .cache/sbom/<package>.cdx.json for each package. The release workflow attaches these files to the release.
const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.cache/sbom')
const lock: TreeLock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(join(root, 'packages'))) {
  const file = join(folder, `${name}.cdx.json`)
  writeFileSync(file, formatSbom(lock, `packages/${name}`))
  console.log(file)
}
