import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'libsql/promise'
import { LinkStoreUnavailableError } from '../../errors.ts'
import { createSqliteFolding } from './sqliteFolding.ts'

// A sync this short is waited for on the event loop: on a thread it costs more, since each of its steps waits for the core on
// which the event loop goes on meanwhile.
const mostMsHere = 1.5
// Of the mean, what the last sync counts, and as how long at most: one that took long does not say that the disk is slow.
const lastCounts = 1 / 8
const mostCountedMs = 3 * mostMsHere

/**
 * The log (WAL) of a SQLite file. Every fold, and the syncs of a slow disk, run beside the event loop. SQLite's own commit would hold
 * it up.
 */
export type SqliteLog = {
  /**
   * Resolves when all that was committed before is on the disk. Calls during one sync share the next. After one failed, the content
   * of the disk is unknown, and all later calls reject as well.
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
 * @param file - open in WAL mode, with its log.
 * @param options - `alone`: runs something while nothing else has the store's connection. `flush`: brings what was written to a
 *   file descriptor to the disk, on the event loop (`here`) or not. `now`: milliseconds.
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
  const folding = createSqliteFolding(folder, alone)
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
    endFolding: folding.end,
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
