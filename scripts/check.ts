import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Everything that can be said of the code without running it. Ends with the line `N passed, N failed`. */
const root = resolve(import.meta.dirname, '..')
const tool = (script: string) => join(root, 'node_modules', script)
const source = ['--import', 'tsx', '--conditions=@hawser/source']

const steps: readonly (readonly [name: string, ...args: readonly string[]])[] = [
  ['format and lint', tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'],
  ['types (browser)', tool('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  ['types (all)', tool('typescript/bin/tsc'), '-p', 'tsconfig.node.json'],
  ['imports', ...source, 'scripts/check-imports.ts'],
  ['lock file', ...source, 'scripts/check-lock.ts'],
  ['unused code', tool('knip/bin/knip.js')],
  ['size', ...source, 'scripts/size.ts'],
]

let failed = 0
for (const [name, ...args] of steps) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) {
    failed += 1
    console.error(`✗ ${name}\n${stdout}${stderr}`)
  } else {
    console.log(`✓ ${name}`)
    if (name === 'size') console.log(stdout.trimEnd())
  }
}
console.log(`${steps.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
