/** A snapshot that events change, and who wants to hear of it. */
export type StateStore<State, Event> = {
  /** The current snapshot: the same reference until something changed. */
  getState(): State
  update(change: Partial<State>): void
  /** Calls back after every change. Returns the undo. */
  subscribe(listener: () => void): () => void
  /** Events that follow from an event are handled before `send` returns, in order; listeners see the end of it once. */
  send(event: Event): void
}

/**
 * Creates a store. `handle` does what an event means; what it throws reaches whoever sent the event. Once `stopped` is aborted
 * nothing changes, and nobody hears of anything.
 */
export function createStateStore<State, Event>(
  initial: State,
  handle: (event: Event) => void,
  stopped: AbortSignal,
): StateStore<State, Event> {
  const listeners = new Set<() => void>()
  const queue: Event[] = []
  let state = initial
  let isDraining = false

  function notify(): void {
    for (const listener of stopped.aborted ? [] : [...listeners]) listener()
  }

  return {
    getState: () => state,
    update(change) {
      if (stopped.aborted) return
      state = { ...state, ...change }
      if (!isDraining) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(event) {
      if (stopped.aborted) return
      queue.push(event)
      if (isDraining) return
      isDraining = true
      const before = state
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) handle(next)
      } finally {
        isDraining = false
        if (state !== before) notify()
      }
    },
  }
}
