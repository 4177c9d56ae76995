/**
 * Text values by key, in one storage area of the browser. Implementations never throw: a value that cannot be stored lasts as
 * long as the page.
 */
export type KeyValue = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** Creates a `KeyValue` over `localStorage`. If that refuses (absent, full, forbidden), values stay in memory. */
export function createLocalKeyValue(area: () => Storage = () => localStorage): KeyValue {
  const refused = new Map<string, string>()
  // Even reading `localStorage` throws if the visitor forbids it.
  const attempt = <T>(read: (storage: Storage) => T): T | undefined => {
    try {
      return read(area())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => refused.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set(key, value) {
      refused.set(key, value)
      attempt((storage) => {
        storage.setItem(key, value)
        refused.delete(key)
      })
    },
    remove(key) {
      refused.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}
