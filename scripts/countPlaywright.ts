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

/** Runs the browser tests. */
export function countPlaywright(reportFile: string): Count {
  const status = runNode('@playwright/test/cli.js', ['test', '--config', 'test/browser/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
  })
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 }
  const { errors, stats, suites }: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  const count = { passed: stats.expected, failed: failed === 0 && status !== 0 ? 1 : failed }
  return { ...count, failing: suites.flatMap(failingOf) }
}

/** A line for each test of a suite that failed, was skipped, or failed at first. */
function failingOf({ specs, suites = [] }: Suite): readonly string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [...failed.map(({ file, title }) => `${file} › ${title}`), ...suites.flatMap(failingOf)]
}
