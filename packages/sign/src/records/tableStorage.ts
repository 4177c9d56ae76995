import { InvalidSessionMessageError } from '../errors.ts'
import type { StorageReader } from './storageReader.ts'
import type { KeptRecord, StoredTable, Write } from './table.ts'
import type { WriteQueue } from './writeQueue.ts'

/** A table in a storage. */
export type TableStorage<K, V> = {
  /** Reads the records under these keys. */
  load(keys: readonly string[]): Promise<void>
  /** Follows another page that has put or removed the record of a key. */
  follow(key: string, text: string | undefined): Promise<void>
  readonly put: Write<K, V>
}

// Each record has its own key, `<table>:<key>`, so that pages that write at the same time do not overwrite each other's
// records. The previous form was an array of a table's records under the table's name. README.md describes both.
const version = 2

export function createTableStorage<K, V extends KeptRecord>(
  table: StoredTable<K, V>,
  reader: StorageReader,
  writes: WriteQueue,
): TableStorage<K, V> {
  const { name, keyOf, loadParse, values, onElsewhere } = table
  // Keys of records that this page has put, and of records that are over, as far as this page knows.
  const own = new Set<string>()
  const gone = new Set<string>()
  const keyFor = (key: K) => `${name}:${key}`

  function put(key: K, value: V | undefined): void {
    own.add(keyFor(key))
    if (value === undefined) gone.add(keyFor(key))
    else gone.delete(keyFor(key))
    writes.put(keyFor(key), value && { version, ...value })
  }

  /** Reads the record of a key. Returns undefined if a newer version of this package has written it in its own form. */
  function open(key: string, text: string, parse: (value: unknown) => V): V | undefined {
    const stored: unknown = JSON.parse(text)
    const found = typeof stored === 'object' && stored !== null && 'version' in stored ? stored.version : undefined
    if (typeof found === 'number' && found > version) return undefined
    const value = parse(stored)
    if (found === version && keyFor(keyOf(value)) === key) return value
    throw new InvalidSessionMessageError('A stored record is malformed.')
  }

  async function loadKept(kept: readonly string[], parse: (value: unknown) => V): Promise<readonly V[]> {
    const found: V[] = []
    for (const key of kept) {
      const text = await reader.text(key)
      if (text === undefined) continue
      try {
        const value = open(key, text, parse)
        if (value !== undefined) found.push(value)
      } catch {
        // A malformed record is dropped: see parseRecords.ts.
        reader.drop()
        writes.put(key, undefined)
      }
    }
    return found
  }

  /** Reads records in the previous form, and rewrites them in the current one. */
  async function loadOld(kept: readonly string[], parse: (value: unknown) => V): Promise<readonly V[]> {
    const found = new Map<string, V>()
    for (const item of await reader.list(name)) {
      try {
        const value = parse(item)
        if (!kept.includes(keyFor(keyOf(value)))) found.set(keyFor(keyOf(value)), value)
      } catch {
        reader.drop()
      }
    }
    for (const [key, value] of found) if (!own.has(key)) writes.put(key, { version, ...value })
    writes.put(name, undefined)
    return [...found.values()]
  }

  /** Ends a record that another page has removed. A record that is only missing does not end, because it can arrive late. */
  function end(key: string): void {
    if (table.isOwn && own.has(key)) return
    gone.add(key)
    for (const [found, known] of [...values]) {
      if (keyFor(found) !== key) continue
      values.delete(found)
      // A record that this page wrote in the meantime must not remain.
      writes.put(key, undefined)
      onElsewhere?.(found, undefined, known)
    }
  }

  for (const [key, value] of table.changes) put(key, value)
  return {
    put,
    async load(keys) {
      const isOld = keys.includes(name)
      // Sorted by key, because the ids of most records are times. Sessions are sorted by expiry below.
      const kept = keys
        .filter((key) => key.startsWith(`${name}:`))
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      if (kept.length === 0 && !isOld) return
      const parse = await loadParse()
      const found = [...(await loadKept(kept, parse)), ...(isOld ? await loadOld(kept, parse) : [])]
      found.sort((a, b) => (a.session?.expiresAt ?? 0) - (b.session?.expiresAt ?? 0))
      for (const value of found) if (!own.has(keyFor(keyOf(value)))) values.set(keyOf(value), value)
    },
    async follow(key, text) {
      if (text === undefined) return end(key)
      if (onElsewhere === undefined || table.isOwn) return
      const parse = await loadParse()
      // No awaits from here on: the comparison must see the current state.
      if (gone.has(key)) return writes.put(key, undefined)
      const value = open(key, text, parse)
      if (value === undefined || writes.has(key)) return
      const known = values.get(keyOf(value))
      if (known && (isOlder(value, known) || JSON.stringify(known) === JSON.stringify(value))) return
      values.set(keyOf(value), value)
      onElsewhere(keyOf(value), value, known)
    },
  }
}

/** Whether the page that wrote the record did not yet know a message that this page knows. */
function isOlder(record: KeptRecord, known: KeptRecord): boolean {
  return Object.entries(known.newestIds ?? {}).some(([name, id]) => id > (record.newestIds?.[name] ?? 0))
}
