import type { BaseError, Reason, Topic } from '@hawser/wire'
import type { PairingRecord, SessionRecord } from './records.ts'
import type { Storage } from './storage.ts'
import { createStorageReader } from './storageReader.ts'
import type { KeptRecord, StoredTable, StoreTable, Table, Write } from './table.ts'
import { createTableStorage, type TableStorage } from './tableStorage.ts'
import { topicsToEvict } from './topicsToEvict.ts'
import { createWriteQueue } from './writeQueue.ts'

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
    // One after the other: a record must not come after its own end.
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
      // From before it is read, so that nothing is missed.
      stopWatching ??= watch()
      const keys = await reader.keys()
      for (const { load } of tables.values()) await load(keys)
      // Kept as one entry per topic: a busy session must not rewrite what all the others have seen.
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
