// Commits before a fold in a pause, which usually follows a durable write and delays no caller. Few enough to fit into the
// pause.
const commitsPerPause = 36
// Commits before a fold without a pause. Also few: pages that are written to the file at once delay the next sync of the log.
const commitsPerFold = 150

// Commits before a fold without concurrent writes. If writes continue during each fold, SQLite never restarts the log. A commit
// of a link has three or four pages, and at 10,000 pages SQLite folds the log itself, on the event loop.
const commitsPerAnew = 1_000

/**
 * Decides when the log of a SQLite file is folded into it: occasionally and off the event loop, so that the log stays short.
 */
export type SqliteCheckpoints = {
  /** Call after each commit. */
  grew(): void
  /**
   * Call when every caller that waited for the disk has its answer. Folds in the pause that usually follows, if `isQuiet` still
   * returns true.
   */
  pause(isQuiet: () => boolean): void
  /** Waits for a running fold, and starts no more folds. */
  end(): Promise<void>
}

/**
 * @param folder - a separate connection to the file
 * @param alone - runs a function while nothing else has the store's connection
 */
export function createSqliteCheckpoints(
  folder: { exec(sql: string): Promise<void> },
  alone: (run: () => Promise<void>) => Promise<void>,
): SqliteCheckpoints {
  let moving: Promise<void> | undefined
  let commits = 0
  // The values of `commits` at the last fold, and at the last fold without concurrent writes.
  let folded = 0
  let foldedAlone = 0
  let isFolding = false
  let isFoldable = true
  const moveIntoFile = async () => {
    if (!isFoldable) return
    // Pages that could not be folded are safe in the log. SQLite folds a long log itself.
    moving = folder.exec('pragma wal_checkpoint(PASSIVE)').catch(() => undefined)
    await moving
  }
  const foldAlone = () => {
    foldedAlone = commits
    return moveIntoFile()
  }
  const fold = async () => {
    isFolding = true
    await moveIntoFile()
    // By now most pages are in the file, but not on the disk: only a fold that reaches the end of the log syncs the file.
    if (commits - foldedAlone >= commitsPerAnew) await alone(foldAlone).catch(() => undefined)
    isFolding = false
  }
  const foldAfter = (least: number) => {
    if (commits - folded < least || isFolding || !isFoldable) return
    folded = commits
    void fold()
  }
  return {
    grew() {
      commits += 1
      foldAfter(commitsPerFold)
    },
    pause(isQuiet) {
      const before = commits
      // By then, most callers that waited for the disk have their answer.
      setImmediate(() => {
        if (commits === before && isQuiet()) foldAfter(commitsPerPause)
      })
    },
    async end() {
      isFoldable = false
      // Does not wait for a fold that waits to be alone: another caller can keep the connection for any length of time.
      await moving
    },
  }
}
