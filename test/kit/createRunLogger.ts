import { inspect } from 'node:util'
import type { RelayLogger } from '@hawser/relay'
import { keepLog, runLogs } from './runLogs.ts'
import './watchSecrets.ts'

/**
 * Makes the logger of a relay in a test's own process. While logs are kept, the logger writes everything it gets, down to the
 * last field.
 */
export function createRunLogger(): RelayLogger {
  const shown = { depth: null, breakLength: Number.POSITIVE_INFINITY, maxStringLength: null, maxArrayLength: null }
  const write = (level: string) => (fields: object, text: string) => {
    if (runLogs !== undefined) keepLog(`relay-${process.pid}`, `${level} ${text} ${inspect(fields, shown)}\n`)
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
