import { inspect } from 'node:util'
import type { RelayLogger } from '@hawser/relay'
import { keepLog, runLogs } from './runLogs.ts'
import './watchSecrets.ts'

/** Of a relay in a test's own process: while logs are kept it writes down all it is given, down to the last field. */
export function createRunLogger(): RelayLogger {
  const shown = { depth: null, breakLength: Number.POSITIVE_INFINITY, maxStringLength: null, maxArrayLength: null }
  const write = (level: string) => (fields: object, text: string) => {
    if (runLogs !== undefined) keepLog(`relay-${process.pid}`, `${level} ${text} ${inspect(fields, shown)}\n`)
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
