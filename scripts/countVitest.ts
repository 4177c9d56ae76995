import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runNode } from './run.ts'
import type { StageResult } from './stageResult.ts'

type Report = {
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Runs projects of Vitest, or a part of them such as `1/3`. No test is retried. */
export function countVitest(projects: readonly string[], reportFile: string, shard: string): StageResult {
  const unhandledFile = `${reportFile}.unhandled`
  const reporters = ['default', 'json', join(root, 'scripts/unhandledErrors.ts')].map((name) => `--reporter=${name}`)
  const status = runNode(
    'vitest/vitest.mjs',
    [
      ...['run', ...projects.map((name) => `--project=${name}`), ...reporters, `--outputFile.json=${reportFile}`],
      ...(shard === '' ? [] : [`--shard=${shard}`, '--passWithNoTests']),
    ],
    { HAWSER_UNHANDLED_ERRORS: unhandledFile },
  )
  if (!existsSync(reportFile) || !existsSync(unhandledFile)) return { passed: 0, failed: 1, failing: [], slow: [] }
  const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  // A file that does not load counts as one failure, and so does an error that belongs to no test.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  ).length
  const unhandled = Number(readFileSync(unhandledFile, 'utf8'))
  const failed = report.numTotalTests - report.numPassedTests + broken + unhandled
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    failing: report.testResults.flatMap(failingOf),
    slow: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** A line for each failed test of a file, with the first line of its error. */
function failingOf({ name, status, assertionResults }: Report['testResults'][number]): readonly string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status !== 'passed')
  if (status === 'failed' && failed.length === 0) return [`${file} does not load, or fails around its tests`]
  return failed.map(
    ({ fullName, failureMessages, ...test }) =>
      `${file} › ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? test.status}`,
  )
}
