// Once a link is on the disk there mostly is a pause, and nobody waits behind a fold. Few, so that it fits in.
const commitsPerPause = 36
// Without a pause. Few as well: the pages that go into the file at once hold up the next sync of the log.
const commitsPerFold = 150

// While others write on behind each fold, SQLite does not restart the log: after so many commits it is folded with nobody beside.
// A link's are three or four pages each, and at 10,000 pages SQLite folds it itself, on the event loop.
const commitsPerAnew = 1_000

/** When the log of a SQLite file is folded into it: now and then, beside the event loop, so that the log stays short. */
export type SqliteFolding = {
  /** Something was committed. */
  grew(): void
  /** All that waited for the disk have their answer. Folds in the pause that mostly follows, if `isQuiet` still says so. */
  pause(isQuiet: () => boolean): void
  /** Waits for a fold that runs, and begins none any more. */
  end(): Promise<void>
}

/**
 * @param folder - a connection of its own to the file
 * @param alone - runs something while nothing else has the store's connection
 */
export function createSqliteFolding(
  folder: { exec(sql: string): Promise<void> },
  alone: (run: () => Promise<void>) => Promise<void>,
): SqliteFolding {
  let moving: Promise<void> | undefined
  let commits = 0
  // How many there were at the last fold, and at the last one alone.
  let folded = 0
  let foldedAlone = 0
  let isFolding = false
  let isFoldable = true
  const moveIntoFile = async () => {
    if (!isFoldable) return
    // Pages that could not be folded are safe in the log; SQLite folds a long log itself.
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
    // The pages are in the file then, mostly, but not on the disk: only a fold that comes to the end of the log waits for that.
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
      // Most callers that waited for the disk are answered by then.
      setImmediate(() => {
        if (commits === before && isQuiet()) foldAfter(commitsPerPause)
      })
    },
    async end() {
      isFoldable = false
      // Not for a fold that waits to be alone: somebody may keep the connection for as long as they like.
      await moving
    },
  }
}
