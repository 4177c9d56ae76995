import type { Storage } from './storage.ts'

type Page = {
  readonly copy: Map<string, string>
  /** The number of the page's own writes under way, by key. Older events of other pages do not undo these writes. */
  readonly underWay: Map<string, number>
  tell: ((key: string, value: string | undefined) => void) | undefined
}

/**
 * Simulates one `localStorage` for pages in several processes. Each page reads its own copy, and its writes reach the
 * others later, with their events (Chromium, CachedStorageArea). No lock helps: its next holder can still read an
 * earlier state.
 * @param later - runs each given function later, in order
 */
export function createPageStorages(later: (run: () => void) => void) {
  const pages = new Set<Page>()
  const all = new Map<string, string>()

  function put(values: Map<string, string>, key: string, value: string | undefined): void {
    if (value === undefined) values.delete(key)
    else values.set(key, value)
  }

  function write(page: Page, key: string, value: string | undefined): void {
    // A browser reports changes only.
    if (page.copy.get(key) === value) return
    put(page.copy, key, value)
    page.underWay.set(key, (page.underWay.get(key) ?? 0) + 1)
    later(() => {
      put(all, key, value)
      page.underWay.set(key, (page.underWay.get(key) ?? 1) - 1)
      for (const other of pages) {
        if (other === page) continue
        if ((other.underWay.get(key) ?? 0) === 0) put(other.copy, key, value)
        other.tell?.(key, value)
      }
    })
  }

  return {
    /** The values after all writes. */
    kept: { get: async (key: string) => all.get(key), keys: async () => [...all.keys()] },
    open(): Storage {
      const page: Page = { copy: new Map(all), underWay: new Map(), tell: undefined }
      pages.add(page)
      return {
        name: 'test',
        get: async (key) => page.copy.get(key),
        set: async (key, value) => write(page, key, value),
        remove: async (key) => write(page, key, undefined),
        keys: async () => [...page.copy.keys()],
        watch(onChange) {
          page.tell = onChange
          return () => {
            page.tell = undefined
          }
        },
      }
    },
    /** Empties the storage without an event that names a key. */
    clear() {
      for (const { copy } of pages) copy.clear()
      all.clear()
    },
  }
}
