import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'libsql/promise'

// A sync this short is waited for on the event loop: on a thread it costs more, since each of its steps waits for the core on
// which the event loop goes on meanwhile.
const mostMsHere = 1.5
// Of the mean, what the last sync counts, and as how long at most: one that took long does not say that the disk is slow.
const lastCounts = 1 / 8
const mostCountedMs = 3 * mostMsHere

// Once a link is on the disk there mostly is a pause, and nobody waits behind a fold. Few, so that it fits in.
const commitsPerPause = 36
// Where none comes. Few as well: what goes into the file at once holds up the next sync of the log.
const commitsPerFold = 150

// While others write on behind each fold SQLite does not begin the log anew: after so many it is folded with nobody beside. A
// link's are three or four pages each, and at 10,000 pages SQLite folds it itself, on the event loop.
const commitsPerAnew = 1_000

/**
 * The log (WAL) of a SQLite file. What takes long is done beside the event loop, which SQLite's own commit would hold up: every
 * fold, and the syncs of a slow disk.
 */
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
 * @param options - `alone`: runs something while nothing else has the store's connection; `flush`: brings what was written to a
 *   file descriptor to the disk, on the event loop (`here`) or not; `now`: milliseconds
 */
export function openSqliteLog(
  file: string,
  options: {
    readonly alone: (run: () => Promise<void>) => Promise<void>
    readonly flush?: (log: number, where: 'here' | 'beside') => Promise<void> | void
    readonly now?: () => number
  },
): SqliteLog {
  const { alone, flush = flushFile, now = () => performance.now() } = options
  const folder = new Database(file, {})
  const log = openLog(file, folder)
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  let moving: Promise<void> | undefined
  let isSyncing = false
  let meanMs = 0
  let commits = 0
  // How many there were at the last fold, and at the last one alone.
  let folded = 0
  let foldedAlone = 0
  let isFolding = false
  let isFoldable = true
  let isClosed = false
  const moveIntoFile = async () => {
    if (!isFoldable) return
    // What could not be folded is safe in the log; SQLite folds it itself when that is long.
    moving = folder.exec('pragma wal_checkpoint(PASSIVE)').catch(() => undefined)
    await moving
  }
  const foldAfter = (least: number) => {
    if (commits - folded < least || isFolding || !isFoldable) return
    folded = commits
    void fold()
  }
  // Mostly whoever waited for the disk is answered by then.
  const foldInPause = () => {
    const before = commits
    setImmediate(() => {
      if (commits === before && next === undefined && !isSyncing) foldAfter(commitsPerPause)
    })
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
  const flushTimed = async () => {
    const startedAt = now()
    await flush(log, meanMs > mostMsHere ? 'beside' : 'here')
    meanMs += (Math.min(now() - startedAt, mostCountedMs) - meanMs) * lastCounts
  }
  return {
    async sync() {
      if (isClosed) throw new Error('The link store was stopped.')
      next ??= running.then(() => {
        next = undefined
        isSyncing = true
        running = flushTimed().finally(() => {
          isSyncing = false
        })
        return running
      })
      await next
      foldInPause()
    },
    grew() {
      commits += 1
      foldAfter(commitsPerFold)
    },
    async endFolding() {
      isFoldable = false
      // Not for a fold that waits to be alone: somebody may keep the connection for as long as they like.
      await moving
    },
    async close() {
      isClosed = true
      isFoldable = false
      await Promise.allSettled([next ?? running, moving])
      folder.close()
      closeSync(log)
    },
  }
}

const flushBeside = promisify(fdatasync)

function flushFile(log: number, where: 'here' | 'beside'): Promise<void> | void {
  return where === 'here' ? fdatasyncSync(log) : flushBeside(log)
}

function openLog(file: string, folder: { close(): void }): number {
  try {
    return openSync(`${file}-wal`, 'r+')
  } catch (error) {
    folder.close()
    throw error
  }
}
