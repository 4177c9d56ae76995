import type { ProviderRpcError } from '../platform/providerRpcError.ts'

/** The events of a provider (EIP-1193). Chain ids are hex. */
export type ProviderEvents = {
  connect: { readonly chainId: string }
  disconnect: ProviderRpcError
  chainChanged: string
  accountsChanged: string[]
}

type Listener<Events, E extends keyof Events> = (payload: Events[E]) => void

/** Listeners by event name. */
export type Listeners<Events extends object> = {
  add<E extends keyof Events>(event: E, listener: Listener<Events, E>): void
  addOnce<E extends keyof Events>(event: E, listener: Listener<Events, E>): void
  remove<E extends keyof Events>(event: E, listener: Listener<Events, E>): void
  emit<E extends keyof Events>(event: E, payload: Events[E]): void
  /** Removes the listeners of one event, or of every event. */
  clear(event?: keyof Events): void
}

/** Creates the listeners of a provider, which a page adds and removes. Each gets an event once, even if it was added twice. */
export function createListeners<Events extends object>(): Listeners<Events> {
  /** The listeners by event. The value is true for a listener that is called once. */
  const listeners: { [E in keyof Events]?: Map<Listener<Events, E>, boolean> } = {}

  function put<E extends keyof Events>(event: E, listener: Listener<Events, E>, isOnce: boolean): void {
    const own = listeners[event] ?? new Map<Listener<Events, E>, boolean>()
    listeners[event] = own
    own.set(listener, isOnce && (own.get(listener) ?? true))
  }

  return {
    add: (event, listener) => put(event, listener, false),
    addOnce: (event, listener) => put(event, listener, true),
    remove: (event, listener) => void listeners[event]?.delete(listener),
    emit(event, payload) {
      for (const [listener, isOnce] of [...(listeners[event] ?? [])]) {
        if (isOnce) listeners[event]?.delete(listener)
        try {
          listener(payload)
        } catch (error) {
          // A listener's error must not keep other listeners from being called, or stop the work.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    clear(event) {
      const names = event === undefined ? Object.keys(listeners) : [event]
      for (const name of names) Reflect.deleteProperty(listeners, name)
    },
  }
}
