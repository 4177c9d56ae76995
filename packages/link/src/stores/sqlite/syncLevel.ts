/** The used part of a connection, as a separate type: hosts without the driver can still compile. */
type Connection = { readonly inTransaction: boolean; pragma(pragma: string): unknown }

/** Decides which writes of a connection SQLite itself syncs to the disk. */
export type SyncLevel = {
  /** Runs a function whose writes SQLite does not sync. Meanwhile nothing else may use the connection. */
  lightly<T>(run: () => Promise<T>): Promise<T>
  /** Call before each statement. Sets whether SQLite waits for the disk. */
  prepareFor(text: string): void
}

/**
 * The whole process waits while SQLite waits for the disk. `sqliteWal.ts` syncs the store's durable writes instead. SQLite
 * itself syncs the writes of the host app in the same file.
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
      // Within a transaction the level from its start applies. A read needs no level.
      if (level === wanted || connection.inTransaction || /^\s*select\b/i.test(text)) return
      connection.pragma(`synchronous = ${wanted}`)
      level = wanted
    },
  }
}
