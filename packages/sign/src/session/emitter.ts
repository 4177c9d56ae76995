/** Emits events to listeners, by event name. */
export type Emitter<Events extends object> = {
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void
  emit<E extends keyof Events>(event: E, payload: Events[E]): void
}

export function createEmitter<Events extends object>(): Emitter<Events> {
  const listeners: { [E in keyof Events]?: Set<(payload: Events[E]) => void> } = {}
  return {
    on(event, listener) {
      const own = (payload: Parameters<typeof listener>[0]) => listener(payload)
      const set = listeners[event] ?? new Set()
      listeners[event] = set
      set.add(own)
      return () => {
        set.delete(own)
      }
    },
    emit(event, payload) {
      for (const listener of [...(listeners[event] ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          // The listener's fault, not the protocol's: reported as an uncaught error, after the message is handled.
          const soon: (run: () => void) => void = globalThis.queueMicrotask ?? setTimeout
          soon(() => {
            throw error
          })
        }
      }
    },
  }
}
