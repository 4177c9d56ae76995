import type { RelayLogger } from '../logger.ts'

const quietMs = 1_000
const rememberedErrors = 100

/**
 * A logger that repeats the same error at most once a second, with its count. While its store is away, a relay fails every
 * request, and a log line for each would slow down the rest.
 */
export function throttleErrors(logger: RelayLogger, elapsedMs: () => number = () => performance.now()): RelayLogger {
  const said = new Map<string, { at: number; count: number }>()
  return {
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error(fields, text) {
      const key = `${text} ${JSON.stringify(fields)}`
      const last = said.get(key) ?? { at: Number.NEGATIVE_INFINITY, count: 0 }
      last.count += 1
      if (said.size >= rememberedErrors) said.clear()
      said.set(key, last)
      if (elapsedMs() - last.at < quietMs) return
      logger.error(last.count > 1 ? { ...fields, count: last.count } : fields, text)
      last.at = elapsedMs()
      last.count = 0
    },
  }
}
