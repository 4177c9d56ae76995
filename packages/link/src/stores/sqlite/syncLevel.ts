/** The used part of a connection, as our own type: hosts without the driver can still compile. */
type Connection = { readonly inTransaction: boolean; pragma(pragma: string): unknown }

/** Which writes of a connection SQLite itself brings to the disk, and waits for. */
export type SyncLevel = {
  /** While it runs nothing else has the connection. */
  lightly<T>(run: () => Promise<T>): Promise<T>
  /** Before a statement: SQLite waits for the disk, or not. */
  prepareFor(text: string): void
}

/**
 * The whole process waits while SQLite waits for the disk. `sqliteLog.ts` brings those of the store's writes to the disk that have
 * to be there. SQLite itself does so for writes of the host app in the same file.
 */
export function createSyncLevel(connection: Connection): SyncLevel {
  let isLight = false
  let level = 'FULL'
  return {
    async lightly(run) {
      isLight = true
      try {
        return await run()
      } finally {
        isLight = false
      }
    },
    prepareFor(text) {
      const wanted = isLight ? 'NORMAL' : 'FULL'
      // Within a transaction the level is that of its begin; a read needs no level.
      if (level === wanted || connection.inTransaction || /^\s*select\b/i.test(text)) return
      connection.pragma(`synchronous = ${wanted}`)
      level = wanted
    },
  }
}
