import type { BaseError, Topic } from '@hawser/wire'
import type { Storage } from './storage.ts'

// A chunk of its own: a client without a storage never fetches it. It is given what it needs of others: a module that two chunks
// import becomes a third.

/** A table as its storage sees it. */
export type StoredTable<K, V> = {
  readonly name: string
  readonly keyOf: (value: V) => K
  readonly loadParse: () => Promise<(value: unknown) => V>
  readonly values: Map<K, V>
  /** What is not written yet; undefined was removed. */
  readonly changes: Map<K, V | undefined>
  readonly onElsewhere: ((key: K, value: V | undefined, known: V | undefined) => void) | undefined
}

/** What a storage holds of a client's records. */
export type StoredRecords = {
  load(): Promise<void>
  /** The text under a key that `isValid`; `own` where there is none, which is written then. */
  text(key: string, isValid: (value: unknown) => value is string, own: string): Promise<string>
  follow(key: string): Promise<void>
  /** A table has changes to be written. */
  changed(name: string): void
  seenChanged(topic: Topic): void
  flush(): Promise<void>
}

// What a relay may repeat to a dapp after a reload changes nothing there; a wallet would ask its person again.
const maxSeen = { wallet: 256, dapp: 24 }

/** Creates it over tables that exist. Nothing is read before `load`. */
export function createStoredRecords(options: {
  readonly storage: Storage
  readonly tables: readonly ((keep: <K, V>(table: StoredTable<K, V>) => void) => void)[]
  /** What was seen on each topic of `topics`, oldest first. */
  readonly seen: Map<Topic, Set<string>>
  topics(): readonly Topic[]
  roleOf(topic: Topic): 'dapp' | 'wallet'
  /** The error of a storage that failed to write. */
  failure(cause: unknown): BaseError
  onFailure(error: BaseError): void
  warn(text: string): void
}): StoredRecords {
  const { storage, seen } = options
  const dirty = new Map<string, () => Promise<void>>()
  const tables = new Map<string, { load(): Promise<void>; write(): Promise<void>; follow(): Promise<void> }>()
  let isDropping = false
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    for (const [name, writeOne] of [...dirty]) {
      dirty.delete(name)
      try {
        await writeOne()
      } catch (cause) {
        dirty.set(name, writeOne)
        throw options.failure(cause)
      }
    }
  }

  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(() => {})
    return written
  }

  function change(name: string, writeOne: () => Promise<void>): void {
    dirty.set(name, writeOne)
    flush().catch(options.onFailure)
  }

  // Storage holds nothing for what is empty.
  function put(name: string, value: unknown, isEmpty: boolean): Promise<void> {
    return isEmpty ? storage.remove(name) : storage.set(name, JSON.stringify(value))
  }

  async function read(name: string): Promise<unknown> {
    try {
      return JSON.parse((await storage.get(name)) ?? 'null')
    } catch {
      isDropping = true
      return undefined
    }
  }

  async function readList(name: string): Promise<readonly unknown[]> {
    const stored = await read(name)
    return Array.isArray(stored) ? stored : []
  }

  function keep<K, V>({ name, keyOf, loadParse, values, changes, onElsewhere }: StoredTable<K, V>): void {
    async function stored(): Promise<Map<K, V>> {
      const items = await readList(name)
      const found = new Map<K, V>()
      if (items.length === 0) return found
      const parse = await loadParse()
      for (const item of items) {
        try {
          const value = parse(item)
          found.set(keyOf(value), value)
        } catch {
          // See parseRecords.ts.
          isDropping = true
        }
      }
      return found
    }

    // Two tabs share one storage: what is written is what stands there with our changes, not what we once read.
    async function merge(): Promise<void> {
      const merged = await stored()
      const written = [...changes]
      for (const [key, value] of written) {
        if (value === undefined) merged.delete(key)
        else merged.set(key, value)
      }
      await put(name, [...merged.values()], merged.size === 0)
      for (const [key, value] of written) if (changes.get(key) === value) changes.delete(key)
    }

    // What another page has ended is over here too. What it has begun is its own, until it is a session.
    async function follow(): Promise<void> {
      const there = await stored()
      for (const [key, known] of [...values]) {
        // Where pages can overwrite each other, what is missing may only be lost.
        if (there.has(key) || changes.has(key) || storage.exclusive === undefined) continue
        values.delete(key)
        onElsewhere?.(key, undefined, known)
      }
      if (onElsewhere === undefined) return
      for (const [key, value] of there) {
        const known = values.get(key)
        if (changes.has(key) || JSON.stringify(known) === JSON.stringify(value)) continue
        values.set(key, value)
        onElsewhere(key, value, known)
      }
    }

    tables.set(name, {
      async load() {
        for (const [key, value] of await stored()) if (!changes.has(key)) values.set(key, value)
        if (changes.size > 0) changed(name)
      },
      write: () => storage.exclusive?.(merge) ?? merge(),
      follow,
    })
  }
  for (const open of options.tables) open(keep)

  function changed(name: string): void {
    const table = tables.get(name)
    if (table !== undefined) change(name, table.write)
  }

  return {
    async load() {
      for (const { load } of tables.values()) await load()
      // Kept as one entry per topic: a busy session must not rewrite what all the others have seen.
      for (const topic of options.topics()) {
        const tags = (await readList(`seen:${topic}`)).filter((tag) => typeof tag === 'string')
        seen.set(topic, new Set([...tags.slice(-maxSeen.wallet), ...(seen.get(topic) ?? [])]))
      }
      if (isDropping) options.warn('Hawser: some of what was stored here could not be read, and is left out.')
    },
    async text(key, isValid, own) {
      const stored = await read(key)
      if (isValid(stored)) return stored
      change(key, () => put(key, own, false))
      return own
    },
    follow: async (key) => tables.get(key)?.follow(),
    changed,
    seenChanged(topic) {
      const tags = [...(seen.get(topic) ?? [])].slice(-maxSeen[options.roleOf(topic)])
      change(`seen:${topic}`, () => put(`seen:${topic}`, tags, tags.length === 0))
    },
    flush,
  }
}
