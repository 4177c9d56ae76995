import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'libsql/promise'
import { LinkStoreUnavailableError } from '../../errors.ts'
import { createSqliteCheckpoints } from './sqliteCheckpoints.ts'

// A sync this short runs on the event loop. On a thread it takes longer, because each of its steps waits for the core that the
// event loop uses meanwhile.
const mostMsHere = 1.5
// Weight of the last sync in the mean, and the longest time that a sync counts as: a single long sync does not make a slow
// disk.
const lastCounts = 1 / 8
const mostCountedMs = 3 * mostMsHere

/**
 * The log (WAL) of a SQLite file. Every fold, and the syncs of a slow disk, run off the event loop. SQLite's own commit would
 * block it.
 */
export type SqliteWal = {
  /**
   * Resolves when everything committed before is on the disk. Calls during one sync share the next. After a failed sync, the
   * content of the disk is unknown, and all later calls reject as well.
   */
  sync(): Promise<void>
  /** Call after each commit. Occasionally folds the log into the file. */
  grew(): void
  /** Waits for a running fold, and starts no more folds. */
  endCheckpoints(): Promise<void>
  /** Waits for running work and closes the files. Call it once. */
  close(): Promise<void>
}

/**
 * @param file - open in WAL mode, with its log.
 * @param options - `alone`: runs a function while nothing else has the store's connection. `flush`: syncs a file descriptor to
 * the disk, on the event loop (`here`) or off it (`beside`). `now`: milliseconds.
 */
export function openSqliteWal(
  file: string,
  options: {
    readonly alone: (run: () => Promise<void>) => Promise<void>
    readonly flush?: (log: number, where: 'here' | 'beside') => Promise<void> | void
    readonly now?: () => number
  },
): SqliteWal {
  const { alone, flush = flushFile, now = () => performance.now() } = options
  const folder = new Database(file, {})
  const log = openLog(file, folder)
  const folding = createSqliteCheckpoints(folder, alone)
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  let isSyncing = false
  let meanMs = 0
  let isClosed = false
  const flushTimed = async () => {
    const startedAt = now()
    await flush(log, meanMs > mostMsHere ? 'beside' : 'here')
    meanMs += (Math.min(now() - startedAt, mostCountedMs) - meanMs) * lastCounts
  }
  return {
    async sync() {
      if (isClosed) throw new LinkStoreUnavailableError('The link store was stopped.')
      next ??= running.then(() => {
        next = undefined
        isSyncing = true
        running = flushTimed().finally(() => {
          isSyncing = false
        })
        return running
      })
      await next
      folding.pause(() => next === undefined && !isSyncing)
    },
    grew: folding.grew,
    endCheckpoints: folding.end,
    async close() {
      isClosed = true
      await Promise.allSettled([next ?? running, folding.end()])
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
