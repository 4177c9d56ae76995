import type { RelayLogger } from '../logger.ts'

const quietMs = 1_000

/**
 * Logs refused clients, at most once a second per kind, with the count since the last line, so that a flood does not fill the
 * log.
 */
export function createThrottledWarning(logger: RelayLogger): (kind: string, reason: string) => void {
  const kinds = new Map<string, { loggedAt: number; count: number }>()
  return (kind, reason) => {
    const state = kinds.get(kind) ?? { loggedAt: Number.NEGATIVE_INFINITY, count: 0 }
    kinds.set(kind, state)
    state.count += 1
    if (performance.now() - state.loggedAt < quietMs) return
    logger.warn({ reason, count: state.count }, 'refused a client')
    state.loggedAt = performance.now()
    state.count = 0
  }
}
