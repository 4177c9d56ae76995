import { type BaseError, isTopic, type Reason, type Topic } from '@hawser/wire'
import { bytesToHex, hexToBytes } from '../envelope/hex.ts'
import type { RandomBytes } from '../envelope/keys.ts'
import { StorageFailedError } from '../errors.ts'
import { loadParsers } from './loadParsers.ts'
import type { PairingRecord, SessionRecord } from './records.ts'
import type { Storage } from './storage.ts'
import type { StoredRecords } from './storedRecords.ts'
import type { KeptRecord, LoadParse, StoreTable, Table, TableOptions, Write } from './table.ts'

/** Everything that a client must remember. */
export type RecordStore = {
  readonly pairings: Table<Topic, PairingRecord>
  readonly sessions: Table<Topic, SessionRecord>
  /**
   * Creates a table for one role. Call it before `load`. `loadParse` runs only if something is stored. A record that
   * the parser refuses is dropped.
   */
  table<K, V extends KeptRecord>(
    name: string,
    keyOf: (value: V) => K,
    loadParse: LoadParse<V>,
    more?: TableOptions<K, V>,
  ): Table<K, V>
  /**
   * Reads the storage. Unreadable records are dropped, with one warning on the console. After a rejection, the method
   * can be called again.
   * @throws StorageFailedError - the code for the storage could not be fetched
   */
  load(): Promise<void>
  /**
   * Returns the client's seed, which each call reads from the storage: all pages of one storage are one client to the
   * relay.
   */
  seed(): Promise<Uint8Array>
  /**
   * Returns the topics of a dapp's sessions that must end to make room for this record in its storage. Empty without a
   * storage.
   * @throws InvalidSessionMessageError - the storage has no room for it
   */
  topicsToEvict(record: SessionRecord, reason: Reason): readonly Topic[]
  /** Resolves when all changes so far are written. */
  flush(): Promise<void>
  /** Stops following other pages. */
  stop(): void
  isSeen(topic: Topic, tag: string): boolean
  markSeen(topic: Topic, tag: string): void
  forgetSeen(topic: Topic): void
}

type RecordStoreOptions = {
  /** Without a storage, nothing is stored, and the code for it is not fetched. */
  readonly storage: Storage | undefined
  readonly randomBytes: RandomBytes
  /** Resolves once the client uses the records it read. Only then does the store follow other pages. */
  ready(): Promise<void>
  onFailure(error: BaseError): void
  /** Another page has settled, changed or ended a session. */
  onSessionElsewhere(topic: Topic, session: SessionRecord | undefined, known: SessionRecord | undefined): void
  warn(text: string): void
}

const maxSeen = 256
// 16 characters are twelve bytes, more than enough to tell one peer's messages apart.
const seenLength = 16

export function createRecordStore(options: RecordStoreOptions): RecordStore {
  const { storage } = options
  const seen = new Map<Topic, Set<string>>()
  const tables: StoreTable[] = []
  let stored: StoredRecords | undefined
  let ownSeed: string | undefined

  function table<K, V extends KeptRecord>(
    name: string,
    keyOf: (value: V) => K,
    loadParse: LoadParse<V>,
    more?: TableOptions<K, V>,
  ): Table<K, V> {
    const values = new Map<K, V>()
    const changes = new Map<K, V | undefined>()
    let note: Write<K, V> = (key, value) => storage && changes.set(key, value)
    tables.push((keep) => {
      note = keep({ name, keyOf, loadParse, values, changes, ...more })
    })

    return {
      get: (key) => values.get(key),
      values: () => [...values.values()],
      put(value) {
        values.set(keyOf(value), value)
        note(keyOf(value), value)
      },
      remove(key) {
        const isRemoved = values.delete(key)
        if (isRemoved) note(key, undefined)
        return isRemoved
      },
    }
  }

  const pairings = table<Topic, PairingRecord>(
    'pairings',
    ({ topic }) => topic,
    async () => (await loadParsers()).parsePairingRecord,
    { isOwn: true },
  )
  const sessions = table<Topic, SessionRecord>(
    'sessions',
    ({ session }) => session.topic,
    async () => (await loadParsers()).parseSessionRecord,
    { onElsewhere: options.onSessionElsewhere },
  )
  async function seed(): Promise<string> {
    ownSeed ??= bytesToHex(options.randomBytes(32))
    return stored?.text('seed', isTopic, ownSeed) ?? ownSeed
  }

  const failure = (cause: unknown, text = 'The storage passed in failed.') => new StorageFailedError(text, { cause })

  return {
    pairings,
    sessions,
    table,
    async load() {
      if (storage === undefined) return
      try {
        const code = await import('./storedRecords.ts')
        stored ??= code.createStoredRecords({ ...options, storage, tables, pairings, sessions, seen, failure })
        await stored.load()
      } catch (cause) {
        const error = failure(cause, 'Code for the storage could not be fetched. Try again.')
        options.onFailure(error)
        throw error
      }
      await seed()
    },
    seed: async () => hexToBytes(await seed()),
    topicsToEvict: (record, reason) => stored?.topicsToEvict(record, reason) ?? [],
    flush: async () => stored?.flush(),
    stop: () => stored?.stop(),
    isSeen: (topic, tag) => seen.get(topic)?.has(tag.slice(0, seenLength)) === true,
    markSeen(topic, tag) {
      const tags = seen.get(topic) ?? new Set()
      seen.set(topic, tags)
      tags.add(tag.slice(0, seenLength))
      const [oldest] = tags
      if (tags.size > maxSeen && oldest !== undefined) tags.delete(oldest)
      stored?.seenChanged(topic)
    },
    forgetSeen(topic) {
      if (seen.delete(topic)) stored?.seenChanged(topic)
    },
  }
}
