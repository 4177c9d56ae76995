import { existsSync, readFileSync } from 'node:fs'
import { type Count, runNode } from './run.ts'

type Report = {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** Runs a project of Playwright, and what failed beside other tests once more, alone, as `countVitest` does. */
export function countPlaywright(project: string, reportFile: string): Count {
  const whole = runProject(project, reportFile, [])
  if (whole.failed === 0 || whole.failed > mostAgain) return whole
  console.log(`${project}: ${whole.failed} once more, alone`)
  const again = runProject(project, `${reportFile}.alone`, ['--last-failed', '--workers=1'])
  console.log(`${project}: of ${whole.failed} that failed beside others, ${again.failed} failed alone`)
  // All of them must have been run again.
  const isWhole = again.passed + again.failed >= whole.failed
  return isWhole ? { passed: whole.passed + again.passed, failed: again.failed } : whole
}

/** More tests than this do not fail for want of time. */
const mostAgain = 5

function runProject(project: string, reportFile: string, args: readonly string[]): Count {
  const config = ['--config', 'test/browser/playwright.config.ts', '--project', project, '--no-deps']
  const status = runNode('@playwright/test/cli.js', ['test', ...config, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
  })
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 }
  const { stats }: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return { passed: stats.expected, failed: failed === 0 && status !== 0 ? 1 : failed }
}
