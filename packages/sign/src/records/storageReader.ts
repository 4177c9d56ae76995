import type { Storage } from './storage.ts'

/** Reads a storage. Leaves out unreadable records, which `hasDropped` reports. */
export type StorageReader = {
  keys(): Promise<readonly string[]>
  text(key: string): Promise<string | undefined>
  /** The value of a key, parsed as JSON. */
  value(key: string): Promise<unknown>
  /** The value of a key, parsed as a JSON array. Empty if there is no value. */
  list(key: string): Promise<readonly unknown[]>
  /** Notes that a stored record was malformed. */
  drop(): void
  hasDropped(): boolean
}

export function createStorageReader(storage: Pick<Storage, 'get' | 'keys'>): StorageReader {
  let hasDropped = false

  async function attempt<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask()
    } catch {
      hasDropped = true
      return undefined
    }
  }

  const value = (key: string) => attempt<unknown>(async () => JSON.parse((await storage.get(key)) ?? 'null'))

  return {
    keys: async () => (await attempt(() => storage.keys())) ?? [],
    text: (key) => attempt(() => storage.get(key)),
    value,
    async list(key) {
      const stored = await value(key)
      return Array.isArray(stored) ? stored : []
    },
    drop() {
      hasDropped = true
    },
    hasDropped: () => hasDropped,
  }
}
