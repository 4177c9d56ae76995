import type { MachineEvent } from '../flow/event.ts'
import type { LinkerEvent } from './linkerEvent.ts'
import type { LinkerState } from './state.ts'

/** The snapshot of a linker, which events change, and the listeners to its changes. */
export type StateStore = {
  /** Returns the current snapshot: the same reference until something changes. */
  getState(): LinkerState
  /** Changes the snapshot. An equal value changes nothing. */
  update(change: Partial<LinkerState>): void
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Handles an event. Events that follow from it are handled in order before `send` returns; listeners see only the result. */
  send(event: LinkerEvent | MachineEvent): void
  /** Sets the handler of events, before the first event is sent. Its errors reach the sender of the event. */
  handleWith(handler: (event: LinkerEvent | MachineEvent) => void): void
}

/** Creates a store. Once `stopped` is aborted, nothing changes and no listener is called. */
export function createStateStore(initial: LinkerState, stopped: AbortSignal): StateStore {
  const listeners = new Set<() => void>()
  const queue: (LinkerEvent | MachineEvent)[] = []
  let state = initial
  let isDraining = false
  let handle: (event: LinkerEvent | MachineEvent) => void = () => {}

  function notify(): void {
    for (const listener of stopped.aborted ? [] : [...listeners]) listener()
  }

  return {
    getState: () => state,
    update(change) {
      const isNew = Object.entries(change).some(([key, value]) => Reflect.get(state, key) !== value)
      if (stopped.aborted || !isNew) return
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
    handleWith(handler) {
      handle = handler
    },
  }
}
