/** Text under keys, in one place of the browser. Implementations never throw: what cannot be kept lasts as long as the page. */
export type KeyValue = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** A `KeyValue` over `localStorage`. What that refuses (absent, full, forbidden) is kept in memory instead. */
export function createLocalKeyValue(area: () => Storage = () => localStorage): KeyValue {
  const refused = new Map<string, string>()
  // Even reading `localStorage` throws where the visitor forbids it.
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
