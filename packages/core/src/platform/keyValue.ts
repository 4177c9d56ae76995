/** Text under keys, in one place of the browser. Implementations never throw: what cannot be kept is lost. */
export type KeyValue = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** A `KeyValue` over `localStorage`, or over nothing where that is absent, full or forbidden. */
export function createLocalKeyValue(area: () => Storage = () => localStorage): KeyValue {
  // Even reading `localStorage` throws where the visitor forbids it.
  const attempt = <T>(read: (storage: Storage) => T): T | undefined => {
    try {
      return read(area())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => attempt((storage) => storage.setItem(key, value)),
    remove: (key) => attempt((storage) => storage.removeItem(key)),
  }
}
