import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { compiler, compilerFlags, root } from './run.ts'

/** Checks everything that needs no run of the code. The output ends with the line `N passed, N failed`. */
const tool = (script: string) => join(root, 'node_modules', script)
const source = ['--import', 'tsx', '--conditions=@hawser/source']

const steps: readonly (readonly [name: string, ...args: readonly string[]])[] = [
  ['format and lint', tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'],
  ['size', ...source, 'scripts/size.ts'],
  // The packages first, then the pages without the types of Node, then everything else.
  ['types', tool(compiler), ...compilerFlags, 'apps/host/src/page', 'apps/wallet/src/page', '.'],
  ['API reports', ...source, 'scripts/api/main.ts'],
  ['imports and gauges', ...source, 'scripts/checkCode.ts'],
  ['lock file', ...source, 'scripts/check-lock.ts'],
  ['English', ...source, 'scripts/english/main.ts'],
  ['workflows', ...source, 'scripts/publish/lintWorkflows.ts'],
  ['unused code', tool('knip/bin/knip.js')],
]

type Outcome = { readonly isGood: boolean; readonly output: string }

function run(args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, output: stdout + stderr }),
    )
  })
}

// Two at a time, because most CI machines have two cores.
let failed = 0
const left = [...steps]
async function work(): Promise<void> {
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const [name, ...args] = step
    const { isGood, output } = await run(args)
    if (!isGood) {
      failed += 1
      console.error(`✗ ${name}\n${output}`)
    } else {
      console.log(`✓ ${name}`)
      if (['size', 'imports and gauges', 'English'].includes(name)) console.log(output.trimEnd())
    }
  }
}
await Promise.all([work(), work()])
console.log(`${steps.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
