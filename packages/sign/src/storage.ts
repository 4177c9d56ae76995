/** Where a client keeps keys, pairings and sessions. What it holds is secret: whoever reads it can read the sessions. */
export interface Storage {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  /** Where several pages share it: names it among them. */
  readonly name?: string
  /** Where several pages share it: calls back with each key that another one has changed. Returns the undo. */
  watch?(onChange: (key: string) => void): () => void
  /** Where several pages share it: runs something while no other one does. */
  exclusive?(run: () => Promise<void>): Promise<void>
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
  const locks: LockManager | undefined = globalThis.navigator?.locks
  return {
    name: prefix,
    ...(locks && { exclusive: (run: () => Promise<void>) => locks.request(`${prefix}write`, run) }),
    watch(onChange) {
      const listener = ({ key, storageArea }: StorageEvent) => {
        if (key?.startsWith(prefix) && storageArea === attempt(area)) onChange(key.slice(prefix.length))
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
  }
}
