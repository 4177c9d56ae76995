import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** A new folder, removed when the test is over; made beside the tests, when they all are. `beforeAll` is too late for that. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove)
  else onTestFinished(remove)
  return folder
}
