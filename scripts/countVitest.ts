import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Count, root, runNode } from './run.ts'

type Report = {
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * Tests that promise a time, which holds where nothing else runs. In `npm test` others do: what of these fails is run once
 * more, alone. Nothing else is: what fails now and then has failed.
 */
const timed: readonly string[] = [
  'packages/registry/src/encodeImage.test.ts',
  'packages/relay/src/limits/abuse.test.ts',
  'packages/relay/src/limits/admission.test.ts',
  'packages/relay/src/limits/buckets/redis.test.ts',
  'packages/relay/src/server/drain.test.ts',
  'packages/relay/src/server/socket/framesFlood.test.ts',
  'packages/relay/src/limits/gate.test.ts',
  'packages/relay/src/server/socket/handshake.test.ts',
  'packages/relay/src/mailboxes/sqlite/groupCommit.test.ts',
  'packages/relay/src/mailboxes/redis/redisOutage.test.ts',
  'packages/relay/src/mailboxes/sqlite.test.ts',
  'packages/relay/src/server/readiness.test.ts',
  'test/e2e/relayList.test.ts',
  'test/e2e/sign.test.ts',
]

/** Runs a project of Vitest. */
export function countVitest(project: string, reportFile: string): Count {
  const { report, count } = runProject(project, reportFile, [])
  if (count.failed === 0 || report === undefined) return count
  const failing = report.testResults.filter(({ status }) => status === 'failed')
  const names = failing.map(({ name }) => relative(root, name))
  const unexplained = count.failed - failedOf(failing)
  if (failing.length === 0 || unexplained > 0 || !names.every((name) => timed.includes(name))) return count
  console.log(`${project}: promises of time that failed beside other tests, once more alone: ${names.join(', ')}`)
  const alone = runProject(project, `${reportFile}.alone`, ['--no-file-parallelism', ...names])
  if (alone.report === undefined) return count
  const passedBefore = passedOf(failing)
  return { ...alone.count, passed: count.passed - passedBefore + alone.count.passed }
}

function runProject(project: string, reportFile: string, args: readonly string[]) {
  const unhandledFile = `${reportFile}.unhandled`
  const reporters = ['default', 'json', join(root, 'scripts/unhandledErrors.ts')].map((name) => `--reporter=${name}`)
  const status = runNode(
    'vitest/vitest.mjs',
    ['run', '--project', project, ...reporters, `--outputFile.json=${reportFile}`, ...args],
    { HAWSER_UNHANDLED_ERRORS: unhandledFile },
  )
  if (!existsSync(reportFile) || !existsSync(unhandledFile))
    return { report: undefined, count: { passed: 0, failed: 1 } }
  const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  // A skipped test counts as failed, a file that does not load as one, and so does an error that belongs to no test.
  const broken = report.testResults.filter((file) => file.status === 'failed' && failedOf([file]) === 0).length
  const unhandled = Number(readFileSync(unhandledFile, 'utf8'))
  const failed = report.numTotalTests - report.numPassedTests + broken + unhandled
  const failing = report.testResults.flatMap(failingOf)
  return {
    report,
    count: { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed, failing },
  }
}

/** A line for each test of a file that failed, with the first of what it says. */
function failingOf({ name, status, assertionResults }: Report['testResults'][number]): readonly string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status !== 'passed')
  if (status === 'failed' && failed.length === 0) return [`${file} does not load, or fails around its tests`]
  return failed.map(
    ({ fullName, failureMessages, ...test }) =>
      `${file} › ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? test.status}`,
  )
}

function passedOf(files: Report['testResults']): number {
  return files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length
}

function failedOf(files: Report['testResults']): number {
  return files.reduce((sum, file) => {
    const failed = file.assertionResults.length - passedOf([file])
    return sum + failed
  }, 0)
}
