/** Where a client keeps keys, pairings and sessions. What it holds is secret: whoever reads it can read the sessions. */
export interface Storage {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
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
 * Storage over `localStorage` or its like. What the area refuses (absent, blocked, full) is kept in memory instead.
 * @param area - asked on every use, because merely touching a blocked area throws
 */
export function createWebStorage(area: () => globalThis.Storage, prefix = 'hawser:sign:'): Storage {
  const refused = new Map<string, string>()
  const attempt = <T>(use: () => T): T | undefined => {
    try {
      return use()
    } catch {
      return undefined
    }
  }
  return {
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
