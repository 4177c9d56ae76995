/** Records of one kind, in memory and, where the client has a storage, in that: every change is written soon after. */
export type Table<K, V> = {
  get(key: K): V | undefined
  values(): readonly V[]
  put(value: V): void
  remove(key: K): boolean
}

/** Fetches what reads a stored record of a table. It throws on what does not have its form. */
export type LoadParse<V> = () => Promise<(value: unknown) => V>

/** What is used of a record, whatever it is. */
export type KeptRecord = {
  readonly expiresAt?: number | undefined
  readonly newestIds?: Readonly<Record<string, number>>
  readonly session?: { readonly expiresAt: number }
}

/** A table as its storage sees it. */
export type StoredTable<K, V extends KeptRecord> = {
  readonly name: string
  readonly keyOf: (value: V) => K
  readonly loadParse: LoadParse<V>
  readonly values: Map<K, V>
  /** What changed before there was a storage; undefined was removed. */
  readonly changes: ReadonlyMap<K, V | undefined>
} & TableOptions<K, V>

export type TableOptions<K, V> = {
  /** What this page has put goes on here, whatever another page does that has read it; what others put is not followed. */
  readonly isOwn?: boolean
  /** Hears of what others have put, or ended. */
  readonly onElsewhere?: (key: K, value: V | undefined, known: V | undefined) => void
}

/** Writes one change of a table soon; undefined removes. */
export type Write<K, V> = (key: K, value: V | undefined) => void

/** Gives a table to its storage, once there is one. */
export type StoreTable = (keep: <K, V extends KeptRecord>(table: StoredTable<K, V>) => Write<K, V>) => void
