import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** A Vitest reporter that writes the number of errors that belong to no test. Vitest's JSON report leaves them out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    writeFileSync(process.env.HAWSER_UNHANDLED_ERRORS ?? '', String(errors.length))
  }
}
