/** Records of one kind, in memory and, if the client has a storage, in that too. Every change is written soon after. */
export type Table<K, V> = {
  get(key: K): V | undefined
  values(): readonly V[]
  put(value: V): void
  remove(key: K): boolean
}

/** Fetches the parser of a table's stored records. The parser throws on malformed records. */
export type LoadParse<V> = () => Promise<(value: unknown) => V>

/** The fields of a record that a table uses. */
export type KeptRecord = {
  readonly expiresAt?: number | undefined
  readonly newestIds?: Readonly<Record<string, number>>
  readonly session?: { readonly expiresAt: number }
}

/** The parts of a table that its storage needs. */
export type StoredTable<K, V extends KeptRecord> = {
  readonly name: string
  readonly keyOf: (value: V) => K
  readonly loadParse: LoadParse<V>
  readonly values: Map<K, V>
  /** Changes made before the table had a storage. Undefined means removed. */
  readonly changes: ReadonlyMap<K, V | undefined>
} & TableOptions<K, V>

export type TableOptions<K, V> = {
  /**
   * Keeps a record that this page has put, even if another page that has read it removes it. Does not follow records
   * that other pages put.
   */
  readonly isOwn?: boolean
  /** Called when another page has put or ended a record. */
  readonly onElsewhere?: (key: K, value: V | undefined, known: V | undefined) => void
}

/** Writes one change of a table soon. Undefined removes the record. */
export type Write<K, V> = (key: K, value: V | undefined) => void

/** Connects a table to its storage, once the storage is available. */
export type StoreTable = (keep: <K, V extends KeptRecord>(table: StoredTable<K, V>) => Write<K, V>) => void
