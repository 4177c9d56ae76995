import { setTimeout as wait } from 'node:timers/promises'
import type { Connections } from './socket/connections.ts'

/** Resolves after a time, or immediately when the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}

/**
 * Disconnects clients one after another over `spreadMs` milliseconds, so that the next relay is not overloaded. Resolves after
 * the last client, or immediately when the signal aborts.
 */
export async function closeGradually(
  connections: Connections,
  spreadMs: number,
  signal: AbortSignal,
  { code, reason }: { readonly code: 1012 | 1013; readonly reason: string },
): Promise<void> {
  const startedAt = performance.now()
  const closing = [...connections.open]
  for (const [index, connection] of closing.entries()) {
    const dueMs = (spreadMs * index) / closing.length - (performance.now() - startedAt)
    // Timers are not more precise than this.
    if (dueMs >= 1) await pause(dueMs, signal)
    if (signal.aborted) return
    connections.leave(connection, code, reason)
  }
}
