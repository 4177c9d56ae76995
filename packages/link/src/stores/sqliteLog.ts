import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'libsql/promise'

// Few, so that what goes into the file at once holds up no sync of the log for long, and the log mostly begins anew before it grows.
const commitsPerFold = 25

// While others write on behind each fold SQLite does not begin the log anew: once in so many it is folded with nobody beside.
const foldsPerAnew = 10

/** The log (WAL) of a SQLite file. What is done here is done beside the event loop, which SQLite's own commit would hold up. */
export type SqliteLog = {
  /**
   * Resolves when all that was committed before is on the disk. Who asks while one sync runs shares the next. Once one failed,
   * nobody knows what the disk holds, and all that follow reject as well.
   */
  sync(): Promise<void>
  /** Something was committed. Now and then the log is folded into the file. */
  grew(): void
  /** Waits for a fold that runs, and begins none any more. */
  endFolding(): Promise<void>
  /** Ends what runs. To be called once. */
  close(): Promise<void>
}

/**
 * @param file - open in WAL mode, with its log
 * @param options - `alone`: runs something while this process writes nothing else to the file; `flush`: brings what was written
 *   to a file descriptor to the disk
 */
export function openSqliteLog(
  file: string,
  options: {
    readonly alone: (run: () => Promise<void>) => Promise<void>
    readonly flush?: (log: number) => Promise<void>
  },
): SqliteLog {
  const { alone, flush = promisify(fdatasync) } = options
  const folder = new Database(file, {})
  const log = openLog(file, folder)
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  let folding: Promise<void> | undefined
  let commits = 0
  let folds = 0
  let isFoldable = true
  let isClosed = false
  // What could not be folded is safe in the log; SQLite folds it itself when that is long.
  const moveIntoFile = () => folder.exec('pragma wal_checkpoint(PASSIVE)').catch(() => undefined)
  const fold = async () => {
    folds += 1
    await moveIntoFile()
    // After the other, which leaves it next to nothing to do.
    if (folds % foldsPerAnew === 0) await alone(moveIntoFile).catch(() => undefined)
    folding = undefined
  }
  return {
    async sync() {
      if (isClosed) throw new Error('The link store was stopped.')
      next ??= running.then(() => {
        next = undefined
        running = flush(log)
        return running
      })
      await next
    },
    grew() {
      commits += 1
      if (commits < commitsPerFold || folding !== undefined || !isFoldable) return
      commits = 0
      folding = fold()
    },
    async endFolding() {
      isFoldable = false
      await folding
    },
    async close() {
      isClosed = true
      isFoldable = false
      await Promise.allSettled([next ?? running, folding])
      folder.close()
      closeSync(log)
    },
  }
}

function openLog(file: string, folder: { close(): void }): number {
  try {
    return openSync(`${file}-wal`, 'r+')
  } catch (error) {
    folder.close()
    throw error
  }
}
