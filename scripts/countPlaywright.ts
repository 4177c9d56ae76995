import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { runNode } from './run.ts'
import type { StageResult } from './stageResult.ts'

type Suite = {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}
type Report = {
  readonly suites: readonly Suite[]
  /** Errors outside of any test. */
  readonly errors: readonly unknown[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** Runs the browser tests, or a part of them such as `1/3`. No test is retried. */
export function countPlaywright(reportFile: string, shard: string): StageResult {
  const args = ['--config', 'test/browser/playwright.config.ts', ...(shard === '' ? [] : [`--shard=${shard}`])]
  const status = runNode('@playwright/test/cli.js', ['test', ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile })
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, failing: [], slow: [] }
  const { errors, stats, suites }: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return {
    passed: stats.expected,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    failing: suites.flatMap(failingOf),
    slow: suites.map((suite) => ({
      file: `test/browser/${suite.specs[0]?.file ?? suite.suites?.[0]?.specs[0]?.file}`,
      seconds: secondsOf(suite),
    })),
  }
}

/** A line for each test of a suite that failed, was skipped, or failed at first, with the beginning of its error. */
function failingOf({ specs, suites = [] }: Suite): readonly string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [
    ...failed.map(({ file, title, tests }) => {
      const [error] = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      return `${file} › ${title}: ${stripVTControlCharacters(error ?? 'not run')
        .split('\n')
        .slice(0, 6)
        .join(' | ')}`
    }),
    ...suites.flatMap(failingOf),
  ]
}

function secondsOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000)),
  )
  return [...own, ...suites.map(secondsOf)].reduce((sum, seconds) => sum + seconds, 0)
}
