import { existsSync, readFileSync } from 'node:fs'
import { type Count, runNode } from './run.ts'

type Suite = {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly status: string }[]
  }[]
  readonly suites?: readonly Suite[]
}
type Report = {
  readonly suites: readonly Suite[]
  /** What belongs to no test. */
  readonly errors: readonly unknown[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/**
 * Runs a project of Playwright.
 * @param isTimed - its tests promise a time, on machines that now and then stand still: those that fail are run once more
 */
export function countPlaywright(project: string, reportFile: string, isTimed: boolean): Count {
  const whole = runProject(project, reportFile, [])
  if (!isTimed || whole.failed === 0 || whole.errors > 0) return whole
  console.log(`${project}: ${whole.failed} once more`)
  const again = runProject(project, `${reportFile}.again`, ['--last-failed'])
  // All of them must have been run again.
  if (again.errors > 0 || again.passed + again.failed < whole.failed) return whole
  return { ...again, passed: whole.passed + again.passed }
}

function runProject(project: string, reportFile: string, args: readonly string[]): Count & { readonly errors: number } {
  const config = ['--config', 'test/browser/playwright.config.ts', '--project', project, '--no-deps']
  const status = runNode('@playwright/test/cli.js', ['test', ...config, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
  })
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, errors: 1 }
  const { errors, stats, suites }: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  const count = { passed: stats.expected, failed: failed === 0 && status !== 0 ? 1 : failed }
  return { ...count, failing: suites.flatMap(failingOf), errors: errors.length }
}

/** A line for each test of a suite that failed, was skipped, or failed at first. */
function failingOf({ specs, suites = [] }: Suite): readonly string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [...failed.map(({ file, title }) => `${file} › ${title}`), ...suites.flatMap(failingOf)]
}
