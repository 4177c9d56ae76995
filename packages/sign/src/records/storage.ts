/** Where a client keeps keys, pairings and sessions. What it holds is secret: whoever reads it can read the sessions. */
export interface Storage {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  /** Every key that has a value, in any order. Those of others may be among them. */
  keys(): Promise<readonly string[]>
  /** Where several pages share it: names it among them. */
  readonly name?: string
  /**
   * Where several pages share it: calls back with each key that another one has changed and what it has put there, undefined
   * where it has removed it. Returns the undo.
   */
  watch?(onChange: (key: string, value: string | undefined) => void): () => void
}

/** Storage that lasts as long as its object. */
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
 * Storage over `localStorage` or its like. What the area refuses (absent, blocked, full) is kept in memory instead, and the
 * console is told once.
 * @param area - asked on every use, because merely touching a blocked area throws
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
      if (!isTold) warn(`Hawser: this browser keeps nothing here (${name}). Sessions end with the page.`)
      isTold = true
      return undefined
    }
  }
  return {
    name: prefix,
    watch(onChange) {
      // What the event says, not what can be read here then: each process of a browser reads a copy of its own, which is late.
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
