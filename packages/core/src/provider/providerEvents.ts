import type { ProviderRpcError } from './providerRpcError.ts'

/** What a provider tells (EIP-1193). Chain ids are hex. */
export type ProviderEvents = {
  connect: { readonly chainId: string }
  disconnect: ProviderRpcError
  chainChanged: string
  accountsChanged: string[]
}

/** Listeners by the name of the event, as a page adds and removes them. */
export function createListeners<Events extends object>() {
  const listeners: { [E in keyof Events]?: Set<(payload: Events[E]) => void> } = {}
  return {
    add<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): void {
      const own = listeners[event] ?? new Set()
      listeners[event] = own
      own.add(listener)
    },
    remove<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): void {
      listeners[event]?.delete(listener)
    },
    emit<E extends keyof Events>(event: E, payload: Events[E]): void {
      for (const listener of [...(listeners[event] ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          // The listener's fault: no other goes without, and what is under way goes on.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    clear(): void {
      for (const event of Object.keys(listeners)) Reflect.deleteProperty(listeners, event)
    },
  }
}
