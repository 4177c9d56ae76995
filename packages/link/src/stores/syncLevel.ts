import type Database from 'libsql'

/** Which writes of a connection to SQLite are waited for until they are on the disk. */
export type SyncLevel = {
  /** While it runs nothing else has the connection. */
  lightly<T>(run: () => Promise<T>): Promise<T>
  /** Before a statement: what it writes goes to the disk, or need not at once. */
  prepareFor(text: string): void
}

/**
 * A request takes tokens of several buckets and a challenge, and each would wait for the disk, the whole process with it. After
 * a power cut (not after a crash, which loses nothing) a bucket may be fuller than it was, and a challenge be there again that
 * nothing came of. The next write at FULL brings what went before it to the disk as well.
 */
export function createSyncLevel(connection: Database.Database): SyncLevel {
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
      // Within a transaction the level is that of its begin; what only reads has none.
      if (level === wanted || connection.inTransaction || /^\s*select\b/i.test(text)) return
      connection.pragma(`synchronous = ${wanted}`)
      level = wanted
    },
  }
}
