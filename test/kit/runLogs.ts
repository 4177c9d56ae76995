import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder where `npm test` collects the relays' logs and the secrets that must not be in them (T-60). Undefined when a test
 * runs alone, which keeps nothing.
 */
export const runLogs = process.env.HAWSER_RUN_LOGS

/** Shorter texts turn up in logs by chance. */
const minLength = 24
/** The limit for one process: the same code makes, sends and logs the secrets after it. */
const maxCount = 5_000
const kept = new Set<string>()

/** Records a secret that no log of this run may contain. */
export function keepSecret(name: string, text: string): void {
  if (runLogs === undefined || text.length < minLength || kept.size >= maxCount || kept.has(text)) return
  kept.add(text)
  appendFileSync(join(runLogs, 'secrets'), `${JSON.stringify({ name, text })}\n`)
}

/** Appends to the log of a program of this run. */
export function keepLog(name: string, text: string | Uint8Array): void {
  if (runLogs !== undefined) appendFileSync(join(runLogs, `${name}.log`), text)
}
