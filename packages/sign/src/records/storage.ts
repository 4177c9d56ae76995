/**
 * A client's store of keys, pairings and sessions. Its contents are secret: anyone who reads it can read the sessions.
 */
export interface Storage {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  /** Every key that has a value, in any order. Can include keys of other code. */
  keys(): Promise<readonly string[]>
  /** For a storage that several pages share: its name, which is the same on all of them. */
  readonly name?: string
  /**
   * For a storage that several pages share: calls back with each key that another page has changed and its new value,
   * undefined if removed. Returns a function that stops watching.
   */
  watch?(onChange: (key: string, value: string | undefined) => void): () => void
}

/**
 * Creates a storage in memory, which lasts as long as its object.
 *
 * @example
 * const client = createSignClient({ relayUrl, metadata, storage: createMemoryStorage() })
 */
export function createMemoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get: async (key) => values.get(key),
    async set(key, value) {
      values.set(key, value)
    },
    async remove(key) {
      values.delete(key)
    },
    keys: async () => [...values.keys()],
  }
}

/**
 * Creates a storage over `localStorage` or similar. If the area is absent, blocked or full, values stay in memory, with
 * one warning on the console.
 * @param area - called on every use, because merely touching a blocked area throws
 * @example
 * const client = createDappClient({ relayUrl, metadata, storage: createWebStorage(() => localStorage) })
 */
export function createWebStorage(
  area: () => globalThis.Storage,
  prefix = 'hawser:sign:',
  warn: (text: string) => void = console.warn,
): Storage {
  const refused = new Map<string, string>()
  let isTold = false
  const attempt = <T>(use: () => T): T | undefined => {
    try {
      return use()
    } catch (error) {
      const name = error instanceof Error ? error.name : 'Error'
      if (!isTold) warn(`Hawser: this browser stores nothing here (${name}). Sessions end with the page.`)
      isTold = true
      return undefined
    }
  }
  return {
    name: prefix,
    watch(onChange) {
      // Uses the event's value, not a new read: each browser process reads its own copy, which lags behind.
      const listener = ({ key, newValue, storageArea }: StorageEvent) => {
        if (!key?.startsWith(prefix) || storageArea !== attempt(area)) return
        onChange(key.slice(prefix.length), newValue ?? undefined)
      }
      globalThis.addEventListener?.('storage', listener)
      return () => globalThis.removeEventListener?.('storage', listener)
    },
    get: async (key) => refused.get(key) ?? attempt(() => area().getItem(prefix + key)) ?? undefined,
    async set(key, value) {
      const isKept = attempt(() => {
        area().setItem(prefix + key, value)
        return true
      })
      if (isKept) refused.delete(key)
      else refused.set(key, value)
    },
    async remove(key) {
      refused.delete(key)
      attempt(() => area().removeItem(prefix + key))
    },
    async keys() {
      const kept = attempt(() => Array.from({ length: area().length }, (_, index) => area().key(index) ?? '')) ?? []
      const own = kept.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
      return [...new Set([...own, ...refused.keys()])]
    },
  }
}
