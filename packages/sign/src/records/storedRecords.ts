import type { BaseError, Reason, Topic } from '@hawser/wire'
import type { PairingRecord, SessionRecord } from './records.ts'
import type { Storage } from './storage.ts'
import { createStorageReader } from './storageReader.ts'
import type { KeptRecord, StoredTable, StoreTable, Table, Write } from './table.ts'
import { createTableStorage, type TableStorage } from './tableStorage.ts'
import { topicsToEvict } from './topicsToEvict.ts'
import { createWriteQueue } from './writeQueue.ts'

// A separate chunk: a client without a storage never fetches it. This module receives its dependencies as arguments,
// because a module that two chunks import becomes a third chunk.

/** A client's records in its storage. */
export type StoredRecords = {
  /**
   * Reads the records, and follows other pages from then on. Rejects when the code for them cannot be fetched, and can
   * then be called again.
   */
  load(): Promise<void>
  /** Returns the value of a key if `isValid` accepts it; otherwise writes and returns `own`. */
  text(key: string, isValid: (value: unknown) => value is string, own: string): Promise<string>
  /** @throws InvalidSessionMessageError */
  topicsToEvict(record: SessionRecord, reason: Reason): readonly Topic[]
  seenChanged(topic: Topic): void
  flush(): Promise<void>
  /** Stops following other pages. */
  stop(): void
}

// A dapp needs fewer: a message that a relay repeats after a reload changes nothing there. A wallet would ask its user again.
const maxSeen = { wallet: 256, dapp: 24 }

/** Creates the stored records of existing tables. Reads nothing before `load`. */
export function createStoredRecords(options: {
  readonly storage: Storage
  readonly tables: readonly StoreTable[]
  readonly pairings: Pick<Table<Topic, PairingRecord>, 'get' | 'values'>
  readonly sessions: Pick<Table<Topic, SessionRecord>, 'get' | 'values'>
  /** Messages seen on each topic, oldest first. */
  readonly seen: Map<Topic, Set<string>>
  /** Resolves once the client uses the records it read. */
  ready(): Promise<void>
  /** Makes the error for a storage that failed to write. */
  failure(cause: unknown): BaseError
  onFailure(error: BaseError): void
  warn(text: string): void
}): StoredRecords {
  const { storage, pairings, sessions, seen } = options
  const reader = createStorageReader(storage)
  const writes = createWriteQueue(storage, options.failure, options.onFailure)
  const tables = new Map<string, Pick<TableStorage<unknown, unknown>, 'load' | 'follow'>>()
  let following: Promise<void> = Promise.resolve()
  let stopWatching: (() => void) | undefined

  function connect<K, V extends KeptRecord>(table: StoredTable<K, V>): Write<K, V> {
    const { load, follow, put } = createTableStorage(table, reader, writes)
    tables.set(table.name, { load, follow })
    return put
  }
  for (const store of options.tables) store(connect)

  function watch(): (() => void) | undefined {
    // Changes are followed one after the other: a record must not be written after its own removal.
    return storage.watch?.((key, text) => {
      const follow = async () => tables.get(key.split(':')[0] ?? '')?.follow(key, text)
      following = following
        .then(options.ready)
        .then(follow)
        .catch(() => {})
    })
  }

  async function loadSeen(topic: Topic): Promise<void> {
    const tags = (await reader.list(`seen:${topic}`)).filter((tag) => typeof tag === 'string')
    seen.set(topic, new Set([...tags.slice(-maxSeen.wallet), ...(seen.get(topic) ?? [])]))
  }

  return {
    async load() {
      // Before the read, so that no change is missed.
      stopWatching ??= watch()
      const keys = await reader.keys()
      for (const { load } of tables.values()) await load(keys)
      // One entry per topic: a busy session must not rewrite the entries of all others.
      for (const { topic } of [...pairings.values(), ...sessions.values().map(({ session }) => session)]) {
        await loadSeen(topic)
      }
      if (reader.hasDropped()) options.warn('Hawser: some stored records could not be read and were skipped.')
    },
    async text(key, isValid, own) {
      const stored = await reader.value(key)
      if (isValid(stored)) return stored
      writes.put(key, own)
      return own
    },
    topicsToEvict: (record, reason) => topicsToEvict(record, sessions.values(), reason),
    seenChanged(topic) {
      const { role = 'dapp' } = sessions.get(topic)?.session ?? pairings.get(topic) ?? {}
      const tags = [...(seen.get(topic) ?? [])].slice(-maxSeen[role])
      writes.put(`seen:${topic}`, tags.length === 0 ? undefined : tags)
    },
    flush: writes.flush,
    stop: () => stopWatching?.(),
  }
}
