import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Makes a folder that is removed when the test ends or, outside a test, when all tests of the file have ended. `beforeAll` is
 * too late for that.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove)
  else onTestFinished(remove)
  return folder
}
