/**
 * Notifies waiters in this process that a handoff has changed. They find changes of other processes by reading the store again.
 */
export type HandoffChanges = {
  notify(id: string): void
  /** Resolves at the next change, after `patienceMs` milliseconds, or when `signal` aborts. */
  next(id: string, patienceMs: number, signal: AbortSignal): Promise<void>
}

/** Creates an empty list of waiters. */
export function createHandoffChanges(): HandoffChanges {
  const waiting = new Map<string, Set<() => void>>()
  return {
    notify(id) {
      for (const wake of [...(waiting.get(id) ?? [])]) wake()
    },
    next: (id, patienceMs, signal) =>
      new Promise((resolve) => {
        const wakes = waiting.get(id) ?? new Set()
        waiting.set(id, wakes)
        const timer = setTimeout(wake, patienceMs)
        function wake() {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          wakes.delete(wake)
          if (wakes.size === 0) waiting.delete(id)
          resolve()
        }
        wakes.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
  }
}
