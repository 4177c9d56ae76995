import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compiler, compilerFlags, root, run, runNode } from './run.ts'
import { projectsOf } from './stages.ts'

/**
 * `npm run test:changed` runs the checks and tests of the files that a commit touches, in the minute before it. The base is the
 * commit before the last one, or `--base REV`; uncommitted changes count as well. Packages that import a changed one are left
 * to `npm test`.
 */
const { values: flags } = parseArgs({ options: { base: { type: 'string', default: 'HEAD~1' } } })
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [...git('diff', '--name-only', flags.base), ...git('ls-files', '--others', '--exclude-standard')]
const files = [...new Set(changed)].filter((file) => existsSync(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** The changed packages, all of whose tests run, and each changed test outside of packages. */
const targets = [
  ...new Set(
    files.flatMap((file) => {
      const house = /^(?:packages|apps)\/[^/]+\//.exec(file)?.[0]
      return house !== undefined ? [house] : isTest(file) ? [file] : []
    }),
  ),
]
const specs = files.filter((file) => file.endsWith('.spec.ts'))
const source = ['--import', 'tsx', '--conditions=@hawser/source']

/** The steps: the name of each, and the function that runs it and returns its exit code. */
const steps: (readonly [name: string, () => number | null])[] = [
  [
    'format and lint',
    () =>
      files.length === 0
        ? 0
        : runNode('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files]),
  ],
  ['types', () => runNode(compiler, [...compilerFlags, 'apps/host/src/page', 'apps/wallet/src/page', '.'])],
  ['imports', () => run(process.execPath, [...source, 'scripts/check-imports.ts'])],
  [
    'unit tests',
    () =>
      targets.length === 0
        ? 0
        : runNode('vitest/vitest.mjs', [
            'run',
            ...(projectsOf.unit ?? []).map((name) => `--project=${name}`),
            '--passWithNoTests',
            ...targets,
          ]),
  ],
  [
    'browser tests',
    () =>
      specs.length === 0
        ? 0
        : runNode('@playwright/test/cli.js', ['test', '--config', 'test/browser/playwright.config.ts', ...specs]),
  ],
]
console.log(`${files.length} files changed since ${flags.base}; tests of ${targets.join(', ') || 'nothing'}`)
const failed = steps.filter(([, step]) => step() !== 0).map(([name]) => name)
for (const name of failed) console.error(`failed: ${name}`)
console.log(`${steps.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
