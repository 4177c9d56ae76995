import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanRunLogs } from '../test/security/scanRunLogs.ts'
import { countPlaywright } from './countPlaywright.ts'
import { countVitest } from './countVitest.ts'
import { type Count, root, run } from './run.ts'

/**
 * Everything a change must pass, in the order of how fast it fails. Brings what the tests run from Debian's packages when
 * it is missing. Ends with the line `N passed, N failed`; a skipped test counts as failed, and so does a stage that breaks down.
 */
type Stage = { readonly name: string; run(reportFile: string): Count }

// The long forms of the tests that have one.
if (process.argv.includes('--nightly')) process.env.HAWSER_NIGHTLY = '1'

/** What relays log while the stages run, a folder each. */
const runLogs = join(root, '.cache/logs')
/** Programs the tests run, and the Debian packages that bring them. */
const programs: readonly (readonly [program: string, debianPackage: string])[] = [
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/redis-server', 'redis-server'],
  ['/usr/bin/pg_ctlcluster', 'postgresql'],
  ['/usr/bin/faketime', 'faketime'],
  ['/usr/bin/strace', 'strace'],
  ['/usr/sbin/nginx', 'nginx-light'],
]

function installPrograms(): Count {
  const missing = () => programs.filter(([program]) => !existsSync(program)).map(([, debianPackage]) => debianPackage)
  const wanted = missing()
  if (wanted.length === 0) return { passed: 0, failed: 0 }
  console.log(`Installing from Debian’s packages: ${wanted.join(', ')}`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', ...wanted], { DEBIAN_FRONTEND: 'noninteractive' })
  const left = missing()
  if (left.length > 0)
    console.error(`The tests need these Debian packages: ${left.join(', ')}. Install them and run again.`)
  return { passed: 0, failed: left.length }
}

/** Bun, Deno and Next.js: half a gigabyte that only test/host-frameworks runs, and so no workspace. */
function installRuntimes(): Count {
  const folder = join(root, 'test/runtimes')
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return { passed: 0, failed: 0 }
  console.log('Installing the runtimes that the link API is mounted in.')
  const options = ['--no-save', '--no-workspaces', '--ignore-scripts', '--no-audit', '--no-fund']
  const status = run('npm', ['install', ...options], {}, folder)
  if (status !== 0) console.error('`npm install` in test/runtimes failed.')
  return { passed: 0, failed: status === 0 ? 0 : 1 }
}

function countSteps(reportFile: string): Count {
  // The check prints its own closing line; its exit code alone says how it went.
  const status = run(process.execPath, ['--import', 'tsx', 'scripts/check.ts'], { HAWSER_REPORT: reportFile })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** In full, they write docs/reliability.md of what they measured. */
function countFaults(reportFile: string): Count {
  const count = countVitest('faults', reportFile)
  if (process.env.HAWSER_NIGHTLY !== '1') return count
  const writer = ['--import', 'tsx', '--conditions=@hawser/source', 'test/faults/writeReport.ts']
  const isWritten = run(process.execPath, writer) === 0
  return { ...count, failed: isWritten ? count.failed : count.failed + 1 }
}

function buildPackages(): Count {
  const built = run(process.execPath, ['--import', 'tsx', 'scripts/build.ts']) === 0
  const checked = built && run(process.execPath, ['--import', 'tsx', 'scripts/check-package.ts']) === 0
  return { passed: Number(built) + Number(checked), failed: 2 - Number(built) - Number(checked) }
}

/** T-60: nothing secret stands in what relays have logged at trace level in the stages that start any. */
function scanLogs(): Count {
  const passed = ['unit', 'interop', 'faults', 'browser'].filter((stage) => {
    const { problems, logs, lines, secrets } = scanRunLogs(join(runLogs, stage))
    console.log(`${stage}: ${lines} lines of ${logs} logs, ${secrets} secrets, ${problems.length} problems`)
    for (const problem of problems) console.error(`${join(runLogs, stage)}: ${problem}`)
    return problems.length === 0
  }).length
  return { passed, failed: 4 - passed }
}

const stages: readonly Stage[] = [
  { name: 'check', run: countSteps },
  { name: 'packages', run: buildPackages },
  { name: 'unit', run: (file) => countVitest('unit', file) },
  { name: 'react18', run: (file) => countVitest('react18', file) },
  { name: 'interop', run: (file) => countVitest('interop', file) },
  { name: 'faults', run: countFaults },
  { name: 'browser', run: countPlaywright },
  { name: 'secrets', run: scanLogs },
]

rmSync(runLogs, { recursive: true, force: true })
const reports = mkdtempSync(join(tmpdir(), 'hawser-test-'))
let passed = 0
let failed = installPrograms().failed + installRuntimes().failed
const failing: string[] = []
for (const stage of stages) {
  console.log(`\n── ${stage.name}`)
  const startedAt = Date.now()
  process.env.HAWSER_RUN_LOGS = join(runLogs, stage.name)
  mkdirSync(join(runLogs, stage.name), { recursive: true })
  const count = stage.run(join(reports, `${stage.name}.json`))
  console.log(
    `── ${stage.name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
  passed += count.passed
  failed += count.failed
  const named = count.failing ?? []
  failing.push(...named)
  if (count.failed > named.length)
    failing.push(`${stage.name}: ${count.failed - named.length} without a name, see there`)
}
rmSync(reports, { recursive: true, force: true })
// Once more at the end: what they said stands far above.
for (const line of failing) console.log(`failed: ${line}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
