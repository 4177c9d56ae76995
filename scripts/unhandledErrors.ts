import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** A reporter of Vitest that writes how many errors no test stood for, which its JSON report leaves out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    writeFileSync(process.env.HAWSER_UNHANDLED_ERRORS ?? '', String(errors.length))
  }
}
