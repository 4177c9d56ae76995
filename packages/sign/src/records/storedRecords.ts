import type { BaseError, Reason, Topic } from '@hawser/wire'
import type { PairingRecord, SessionRecord } from './records.ts'
import type { Storage } from './storage.ts'
import type { KeptRecord, StoredTable, StoreTable, Table, Write } from './table.ts'
import { topicsToEvict } from './topicsToEvict.ts'

// A chunk of its own: a client without a storage never fetches it. It is given what it needs of others: a module that two chunks
// import becomes a third.

/** What a storage holds of a client's records. */
export type StoredRecords = {
  /** Reads them, and follows other pages from then on. Rejects when code for it cannot be fetched; may be called again then. */
  load(): Promise<void>
  /** The text under a key that `isValid`; `own` where there is none, which is written then. */
  text(key: string, isValid: (value: unknown) => value is string, own: string): Promise<string>
  /** @throws InvalidSessionMessageError */
  topicsToEvict(record: SessionRecord, reason: Reason): readonly Topic[]
  seenChanged(topic: Topic): void
  flush(): Promise<void>
  /** Follows no more. */
  stop(): void
}

// Each record has a key of its own, `<table>:<key>`, so that pages which write at the same time have nothing to overwrite of each
// other. The form before this one was an array of a table's records under the table's name. README.md describes both.
const version = 2

// What a relay may repeat to a dapp after a reload changes nothing there; a wallet would ask its person again.
const maxSeen = { wallet: 256, dapp: 24 }

/** Creates it over tables that exist. Nothing is read before `load`. */
export function createStoredRecords(options: {
  readonly storage: Storage
  readonly tables: readonly StoreTable[]
  readonly pairings: Pick<Table<Topic, PairingRecord>, 'get' | 'values'>
  readonly sessions: Pick<Table<Topic, SessionRecord>, 'get' | 'values'>
  /** What was seen on each topic, oldest first. */
  readonly seen: Map<Topic, Set<string>>
  /** What is read is in use. */
  ready(): Promise<void>
  /** The error of a storage that failed to write. */
  failure(cause: unknown): BaseError
  onFailure(error: BaseError): void
  warn(text: string): void
}): StoredRecords {
  const { storage, pairings, sessions, seen } = options
  // What is not written yet, by its key; undefined is to be removed.
  const dirty = new Map<string, unknown>()
  const tables = new Map<
    string,
    {
      load(keys: readonly string[]): Promise<void>
      /** Goes along with what another page has put under a key, or removed from it. */
      follow(key: string, text: string | undefined): Promise<void>
    }
  >()
  let isDropping = false
  let writing: Promise<void> = Promise.resolve()
  let following: Promise<void> = Promise.resolve()
  let stopWatching: (() => void) | undefined

  async function write(): Promise<void> {
    for (const [key, value] of [...dirty]) {
      try {
        // Nothing is held for what is empty.
        if (value === undefined) await storage.remove(key)
        else await storage.set(key, JSON.stringify(value))
      } catch (cause) {
        throw options.failure(cause)
      }
      if (dirty.get(key) === value) dirty.delete(key)
    }
  }

  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(() => {})
    return written
  }

  function change(key: string, value: unknown): void {
    dirty.set(key, value)
    flush().catch(options.onFailure)
  }

  async function attempt<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask()
    } catch {
      isDropping = true
      return undefined
    }
  }

  const read = (key: string) => attempt<unknown>(async () => JSON.parse((await storage.get(key)) ?? 'null'))

  async function readList(key: string): Promise<readonly unknown[]> {
    const stored = await read(key)
    return Array.isArray(stored) ? stored : []
  }

  function keep<K, V extends KeptRecord>(table: StoredTable<K, V>): Write<K, V> {
    const { name, keyOf, loadParse, values, onElsewhere } = table
    // What this page has put, and what is over, as far as this page knows.
    const own = new Set<string>()
    const gone = new Set<string>()
    const keyFor = (key: K) => `${name}:${key}`

    function put(key: K, value: V | undefined): void {
      own.add(keyFor(key))
      if (value === undefined) gone.add(keyFor(key))
      else gone.delete(keyFor(key))
      change(keyFor(key), value && { version, ...value })
    }

    /** The record under a key. Undefined where a newer page has written it, in a form of its time. */
    function open(key: string, text: string, parse: (value: unknown) => V): V | undefined {
      const stored: unknown = JSON.parse(text)
      const found = typeof stored === 'object' && stored !== null && 'version' in stored ? stored.version : undefined
      if (typeof found === 'number' && found > version) return undefined
      const value = parse(stored)
      if (found === version && keyFor(keyOf(value)) === key) return value
      throw new TypeError('A stored record does not have its form.')
    }

    async function load(keys: readonly string[]): Promise<void> {
      const isOld = keys.includes(name)
      // Sessions in the order of their ends; of what else there is, ids are times.
      const kept = keys
        .filter((key) => key.startsWith(`${name}:`))
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      if (kept.length === 0 && !isOld) return
      const parse = await loadParse()
      const found: V[] = []
      for (const key of kept) {
        const text = await attempt(() => storage.get(key))
        if (text === undefined) continue
        try {
          const value = open(key, text, parse)
          if (value !== undefined) found.push(value)
        } catch {
          // See parseRecords.ts.
          isDropping = true
          change(key, undefined)
        }
      }
      if (isOld) found.push(...(await loadOld(kept, parse)))
      found.sort((a, b) => (a.session?.expiresAt ?? 0) - (b.session?.expiresAt ?? 0))
      for (const value of found) if (!own.has(keyFor(keyOf(value)))) values.set(keyOf(value), value)
    }

    /** What stands there in the form before this one, and is written in this one. */
    async function loadOld(kept: readonly string[], parse: (value: unknown) => V): Promise<readonly V[]> {
      const found = new Map<string, V>()
      for (const item of await readList(name)) {
        try {
          const value = parse(item)
          if (!kept.includes(keyFor(keyOf(value)))) found.set(keyFor(keyOf(value)), value)
        } catch {
          isDropping = true
        }
      }
      for (const [key, value] of found) if (!own.has(key)) change(key, { version, ...value })
      change(name, undefined)
      return [...found.values()]
    }

    async function follow(key: string, text: string | undefined): Promise<void> {
      if (text === undefined) return end(key)
      if (onElsewhere === undefined || table.isOwn) return
      const parse = await loadParse()
      // Nothing is awaited from here on: what is compared is what stands there now.
      if (gone.has(key)) return change(key, undefined)
      const value = open(key, text, parse)
      if (value === undefined || dirty.has(key)) return
      const known = values.get(keyOf(value))
      if (known && (isOlder(value, known) || JSON.stringify(known) === JSON.stringify(value))) return
      values.set(keyOf(value), value)
      onElsewhere(keyOf(value), value, known)
    }

    /** Another page has ended it, and said so: what is only missing may be late. */
    function end(key: string): void {
      if (table.isOwn && own.has(key)) return
      gone.add(key)
      for (const [found, known] of [...values]) {
        if (keyFor(found) !== key) continue
        values.delete(found)
        // What was written here meanwhile must not stay behind.
        change(key, undefined)
        onElsewhere?.(found, undefined, known)
      }
    }

    tables.set(name, { load, follow })
    for (const [key, value] of table.changes) put(key, value)
    return put
  }
  for (const open of options.tables) open(keep)

  return {
    async load() {
      // From before it is read, so that nothing is missed. One after the other: a record must not come after its own end.
      stopWatching ??= storage.watch?.((key, text) => {
        const follow = async () => tables.get(key.split(':')[0] ?? '')?.follow(key, text)
        following = following
          .then(options.ready)
          .then(follow)
          .catch(() => {})
      })
      const keys = (await attempt(() => storage.keys())) ?? []
      for (const { load } of tables.values()) await load(keys)
      // Kept as one entry per topic: a busy session must not rewrite what all the others have seen.
      for (const { topic } of [...pairings.values(), ...sessions.values().map(({ session }) => session)]) {
        const tags = (await readList(`seen:${topic}`)).filter((tag) => typeof tag === 'string')
        seen.set(topic, new Set([...tags.slice(-maxSeen.wallet), ...(seen.get(topic) ?? [])]))
      }
      if (isDropping) options.warn('Hawser: some of what was stored here could not be read, and is left out.')
    },
    async text(key, isValid, own) {
      const stored = await read(key)
      if (isValid(stored)) return stored
      change(key, own)
      return own
    },
    topicsToEvict: (record, reason) => topicsToEvict(record, sessions.values(), reason),
    seenChanged(topic) {
      const { role = 'dapp' } = sessions.get(topic)?.session ?? pairings.get(topic) ?? {}
      const tags = [...(seen.get(topic) ?? [])].slice(-maxSeen[role])
      change(`seen:${topic}`, tags.length === 0 ? undefined : tags)
    },
    flush,
    stop: () => stopWatching?.(),
  }
}

/** Its page had yet to hear what is known here. */
function isOlder(record: KeptRecord, known: KeptRecord): boolean {
  return Object.entries(known.newestIds ?? {}).some(([name, id]) => id > (record.newestIds?.[name] ?? 0))
}
