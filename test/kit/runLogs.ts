import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder where `npm test` gathers the relays' logs, and the secrets that these must not hold (T-60). By itself a test keeps
 * nothing.
 */
export const runLogs = process.env.HAWSER_RUN_LOGS

/** Shorter ones turn up by chance. */
const minLength = 24
/** Of one process: those after them are made, sent and logged by the same code. */
const maxCount = 5_000
const kept = new Set<string>()

/** Adds to the secrets that no log of this run may hold. */
export function keepSecret(name: string, text: string): void {
  if (runLogs === undefined || text.length < minLength || kept.size >= maxCount || kept.has(text)) return
  kept.add(text)
  appendFileSync(join(runLogs, 'secrets'), `${JSON.stringify({ name, text })}\n`)
}

/** Adds to what a program of this run has said. */
export function keepLog(name: string, text: string | Uint8Array): void {
  if (runLogs !== undefined) appendFileSync(join(runLogs, `${name}.log`), text)
}
