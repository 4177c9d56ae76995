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
  /** Reads the storage. What cannot be read is dropped, and the console is told once. */
  load(): Promise<void>
  /** The client's seed: what stands in the storage now, so that all pages of one storage are one client to the relay. */
  seed(): Promise<Uint8Array>
  /** Goes along with what another page of the same storage has changed under a key. */
  follow(key: string): Promise<void>
  /** Resolves when what changed so far is written. */
  flush(): Promise<void>
  isSeen(topic: Topic, messageId: string): boolean
  markSeen(topic: Topic, messageId: string): void
  forgetSeen(topic: Topic): void
}

const maxSeen = 256
// What a relay may repeat to a dapp after a reload changes nothing there; a wallet would ask its person again.
const maxSeenStored = { wallet: 256, dapp: 24 }
// Twelve bytes are more than enough to tell one peer's messages apart.
const seenLength = 16

export function createRecordStore(options: {
  readonly storage: Storage
  readonly randomBytes: RandomBytes
  onFailure(error: BaseError): void
  /** Another page has settled, changed or ended a session. */
  onSessionElsewhere(topic: Topic, session: SessionRecord | undefined, known: SessionRecord | undefined): void
  warn(text: string): void
}): RecordStore {
  const { storage } = options
  let isDropping = false
  let ownSeed = ''
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
      isDropping = true
      return undefined
    }
  }

  const tables = new Map<string, { load(): Promise<void>; follow(): Promise<void> }>()

  function table<K, V>(
    name: string,
    keyOf: (value: V) => K,
    parse: (value: unknown) => V,
    onElsewhere?: (key: K, value: V | undefined, known: V | undefined) => void,
  ): Table<K, V> {
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

    const writeTable = () => storage.exclusive?.(merge) ?? merge()

    function note(key: K, value: V | undefined): void {
      changes.set(key, value)
      change(name, writeTable)
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
        for (const [key, value] of await stored()) values.set(key, value)
      },
      follow,
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
  const sessions = table('sessions', ({ session }) => session.topic, parseSessionRecord, options.onSessionElsewhere)

  // Kept as one entry per topic: a busy session must not rewrite what all the others have seen.
  async function loadSeen(): Promise<void> {
    const topics = [...pairings.values(), ...sessions.values().map(({ session }) => session)]
    for (const { topic } of topics) {
      const stored = await read(`seen:${topic}`)
      const ids = Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
      seen.set(topic, new Set(ids.slice(-maxSeen)))
    }
  }

  function storedSeen(topic: Topic, ids: ReadonlySet<string>): readonly string[] {
    const { role } = sessions.get(topic)?.session ?? pairings.get(topic) ?? { role: 'dapp' }
    return [...ids].slice(-maxSeenStored[role])
  }

  return {
    pairings,
    sessions,
    table,
    async load() {
      for (const { load } of tables.values()) await load()
      await loadSeen()
      const stored = await read('seed')
      const seed = isTopic(stored) ? stored : bytesToHex(options.randomBytes(32))
      if (seed !== stored) change('seed', () => put('seed', seed, false))
      ownSeed = seed
      if (isDropping) options.warn('Hawser: some of what was stored here could not be read, and is left out.')
    },
    async seed() {
      const stored = await read('seed')
      return hexToBytes(isTopic(stored) ? stored : ownSeed)
    },
    follow: async (key) => tables.get(key)?.follow(),
    flush,
    isSeen: (topic, messageId) => seen.get(topic)?.has(messageId.slice(0, seenLength)) === true,
    markSeen(topic, messageId) {
      const ids = seen.get(topic) ?? new Set()
      seen.set(topic, ids)
      ids.add(messageId.slice(0, seenLength))
      const [oldest] = ids
      if (ids.size > maxSeen && oldest !== undefined) ids.delete(oldest)
      change(`seen:${topic}`, () => put(`seen:${topic}`, storedSeen(topic, ids), !seen.has(topic)))
    },
    forgetSeen(topic) {
      if (seen.delete(topic)) change(`seen:${topic}`, () => put(`seen:${topic}`, [], true))
    },
  }
}
