import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'

/**
 * Resolves each entry of a tarball with TypeScript and Node, in each of their modes, and returns one line for each fault. Style
 * sheets, and the script for a page without a bundler, have no types.
 */
export async function explainResolution(tarball: string): Promise<readonly string[]> {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: [/\.(?:css|json)$/, './hawser-modal.js'],
  })
  if (checked.types === false) return ['it has no types']
  const problems = checked.problems.filter(({ kind }) => !isStated(kind))
  return [...new Set(problems.map((problem) => JSON.stringify(problem)))]
}

/**
 * `require()` gets the ES module: Node supports that from 20.19 on, the oldest version that we support (docs/decisions/0085).
 */
function isStated(kind: Problem['kind']): boolean {
  return kind === 'CJSResolvesToESM'
}
