import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Count, root, runNode } from './run.ts'

type Report = {
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/**
 * Runs a project of Vitest. Its files run beside each other, and some of their tests promise a time, which holds on a machine
 * that has nothing else to do: a file with a failure is run once more, alone and by name. What fails then has failed.
 */
export function countVitest(project: string, reportFile: string): Count {
  const { status, report } = runProject(project, reportFile, [])
  if (report === undefined) return { passed: 0, failed: 1 }
  const whole = countOf(report, status)
  const failing = report.testResults.filter((file) => file.status === 'failed')
  // What fails a run but no file of it, such as a rejection nobody handles, stands; so does a stage that is broken as a whole.
  if (whole.failed === 0 || failing.length === 0 || failing.length > mostAgain) return whole
  const names = failing.map(({ name }) => relative(root, name))
  console.log(`Once more, alone: ${names.join(', ')}`)
  const alone = runProject(project, `${reportFile}.alone`, ['--no-file-parallelism', ...names])
  if (alone.report === undefined) return whole
  const again = countOf(alone.report, alone.status)
  console.log(`${project}: failed beside others, alone ${again.failed === 0 ? 'not' : 'too'}: ${names.join(', ')}`)
  const passedThere = failing.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length
  return { passed: whole.passed - passedThere + again.passed, failed: again.failed }
}

/** More files than this do not fail for want of time. */
const mostAgain = 5

function runProject(project: string, reportFile: string, args: readonly string[]) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const status = runNode('vitest/vitest.mjs', ['run', '--project', project, ...reporters, ...args])
  const report: Report | undefined = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined
  return { status, report }
}

function countOf({ numPassedTests: passed, numTotalTests }: Report, status: number | null): Count {
  const failed = numTotalTests - passed
  // An unhandled rejection or a file that does not load fails the run without failing a test.
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}
