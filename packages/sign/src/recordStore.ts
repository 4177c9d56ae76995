import type { BaseError, Topic } from '@hawser/wire'
import { isTopic } from '@hawser/wire'
import { StorageFailedError } from './errors.ts'
import { bytesToHex, hexToBytes, type RandomBytes } from './keys.ts'
import { parsePairingRecord, parseSessionRecord } from './parseRecords.ts'
import type { PairingRecord, SessionRecord } from './records.ts'
import type { Storage } from './storage.ts'

/** Records of one kind, in memory and in storage. Every change is written soon after. */
export type Table<K, V> = {
  get(key: K): V | undefined
  values(): readonly V[]
  put(value: V): void
  remove(key: K): boolean
}

/** Everything a client must not forget. */
export type RecordStore = {
  readonly pairings: Table<Topic, PairingRecord>
  readonly sessions: Table<Topic, SessionRecord>
  /** A table of one role's own. Made before `load`. A record that `parse` refuses is dropped. */
  table<K, V>(name: string, keyOf: (value: V) => K, parse: (value: unknown) => V): Table<K, V>
  /** Reads the storage; resolves to the client's seed. What cannot be read is dropped. */
  load(): Promise<Uint8Array>
  /** Resolves when what changed so far is written. */
  flush(): Promise<void>
  isSeen(topic: Topic, messageId: string): boolean
  markSeen(topic: Topic, messageId: string): void
  forgetSeen(topic: Topic): void
}

const maxSeen = 256
// Half a sha256 is more than enough to tell one peer's messages apart, and takes half the storage.
const seenLength = 32

export function createRecordStore(options: {
  readonly storage: Storage
  readonly randomBytes: RandomBytes
  onFailure(error: BaseError): void
}): RecordStore {
  const { storage } = options
  const dirty = new Map<string, () => Promise<void>>()
  const seen = new Map<Topic, Set<string>>()
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    for (const [name, writeOne] of [...dirty]) {
      dirty.delete(name)
      try {
        await writeOne()
      } catch (cause) {
        dirty.set(name, writeOne)
        throw new StorageFailedError('The storage passed in failed to write.', { cause })
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
      return undefined
    }
  }

  const loads: (() => Promise<void>)[] = []

  function table<K, V>(name: string, keyOf: (value: V) => K, parse: (value: unknown) => V): Table<K, V> {
    const values = new Map<K, V>()
    const changes = new Map<K, V | undefined>()

    async function stored(): Promise<Map<K, V>> {
      const items = await read(name)
      const found = new Map<K, V>()
      for (const item of Array.isArray(items) ? items : []) {
        try {
          const value = parse(item)
          found.set(keyOf(value), value)
        } catch {
          // Dropped: see parseRecords.ts.
        }
      }
      return found
    }

    // Two tabs share one storage: what is written is what stands there with our changes, not what we once read.
    async function writeTable(): Promise<void> {
      const merged = await stored()
      const written = [...changes]
      for (const [key, value] of written) {
        if (value === undefined) merged.delete(key)
        else merged.set(key, value)
      }
      await put(name, [...merged.values()], merged.size === 0)
      for (const [key, value] of written) if (changes.get(key) === value) changes.delete(key)
    }

    function note(key: K, value: V | undefined): void {
      changes.set(key, value)
      change(name, writeTable)
    }

    loads.push(async () => {
      for (const [key, value] of await stored()) values.set(key, value)
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

  const pairings = table('pairings', ({ topic }) => topic, parsePairingRecord)
  const sessions = table('sessions', ({ session }) => session.topic, parseSessionRecord)

  // Kept as one entry per topic: a busy session must not rewrite what all the others have seen.
  async function loadSeen(): Promise<void> {
    const topics = [...pairings.values(), ...sessions.values().map(({ session }) => session)]
    for (const { topic } of topics) {
      const stored = await read(`seen:${topic}`)
      const ids = Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
      seen.set(topic, new Set(ids.slice(-maxSeen)))
    }
  }

  return {
    pairings,
    sessions,
    table,
    async load() {
      for (const load of loads) await load()
      await loadSeen()
      const stored = await read('seed')
      if (isTopic(stored)) return hexToBytes(stored)
      const seed = options.randomBytes(32)
      change('seed', () => put('seed', bytesToHex(seed), false))
      return seed
    },
    flush,
    isSeen: (topic, messageId) => seen.get(topic)?.has(messageId.slice(0, seenLength)) === true,
    markSeen(topic, messageId) {
      const ids = seen.get(topic) ?? new Set()
      seen.set(topic, ids)
      ids.add(messageId.slice(0, seenLength))
      const [oldest] = ids
      if (ids.size > maxSeen && oldest !== undefined) ids.delete(oldest)
      change(`seen:${topic}`, () => put(`seen:${topic}`, [...ids], !seen.has(topic)))
    },
    forgetSeen(topic) {
      if (seen.delete(topic)) change(`seen:${topic}`, () => put(`seen:${topic}`, [], true))
    },
  }
}
