import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../run.ts'
import { explainRelease } from './explainRelease.ts'
import { readManifest } from './packages.ts'

/**
 * Runs before npm packs a package, where scripts may run. It builds the packages, and prevents publishing from a package's
 * folder.
 */
if (run(process.execPath, ['--import', 'tsx', 'scripts/build.ts']) !== 0) process.exit(1)
if (process.env.npm_command === 'publish') {
  for (const problem of explainRelease(readManifest('.'), readFileSync(join(root, 'CHANGELOG.md'), 'utf8')))
    console.error(problem)
  console.error('Publish the tarballs that `npm run stage -- --release` writes: their READMEs have no dead links.')
  process.exit(1)
}
