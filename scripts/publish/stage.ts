import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.ts'
import { explainRelease } from './explainRelease.ts'
import { readManifest } from './packages.ts'
import { stagePackages, tarballOf } from './stagePackages.ts'

/**
 * Writes the tarballs that npm gets into .cache/publish, and `order.txt`, which lists them in an order in which they can be
 * installed. With `--release` it requires real addresses and a dated heading in the changelog. Run `npm run build` first.
 */
const { values: flags } = parseArgs({ options: { release: { type: 'boolean', default: false } } })
const target = join(root, '.cache/publish')

const problems = flags.release
  ? explainRelease(readManifest('.'), readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  : []
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

rmSync(target, { recursive: true, force: true })
const names = stagePackages(target).map(({ manifest }) => tarballOf(manifest))
writeFileSync(join(target, 'order.txt'), names.map((name) => `${name}\n`).join(''))
for (const name of names) console.log(join('.cache/publish', name))
