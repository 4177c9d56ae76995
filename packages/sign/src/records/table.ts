/** Records of one kind, in memory and, if the client has a storage, in that too. Every change is written soon after. */
export type Table<K, V> = {
  get(key: K): V | undefined
  values(): readonly V[]
  put(value: V): void
  remove(key: K): boolean
}

/** Fetches the parser of a table's stored records. It throws on malformed ones. */
export type LoadParse<V> = () => Promise<(value: unknown) => V>

/** The fields of a record that a table uses. */
export type KeptRecord = {
  readonly expiresAt?: number | undefined
  readonly newestIds?: Readonly<Record<string, number>>
  readonly session?: { readonly expiresAt: number }
}

/** A table, as its storage sees it. */
export type StoredTable<K, V extends KeptRecord> = {
  readonly name: string
  readonly keyOf: (value: V) => K
  readonly loadParse: LoadParse<V>
  readonly values: Map<K, V>
  /** Changes from before there was a storage; undefined means removed. */
  readonly changes: ReadonlyMap<K, V | undefined>
} & TableOptions<K, V>

export type TableOptions<K, V> = {
  /**
   * A record that this page has put continues here, whatever another page that has read it does. Records that others
   * put are not followed.
   */
  readonly isOwn?: boolean
  /** Called with what other pages have put or ended. */
  readonly onElsewhere?: (key: K, value: V | undefined, known: V | undefined) => void
}

/** Writes one change of a table soon; undefined removes. */
export type Write<K, V> = (key: K, value: V | undefined) => void

/** Gives a table its storage, once there is one. */
export type StoreTable = (keep: <K, V extends KeptRecord>(table: StoredTable<K, V>) => Write<K, V>) => void
