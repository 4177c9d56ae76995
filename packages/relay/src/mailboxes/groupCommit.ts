import type Database from 'libsql'
import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../errors.ts'

/** One fsync, or no calls and a tidying up: calls that wrote, how long the process stood still for a transaction, and how long the disk took beside. */
export type Commit = { readonly calls: number; readonly blockedMs: number; readonly syncMs: number }

/** Runs work on a database in the order asked, many calls to one transaction and one fsync. */
export type GroupCommit = {
  /**
   * Resolves with what `run` returned once that is on the disk. A `MailboxLimitExceededError` of `run` rejects this call
   * alone; `run` must have written nothing then. `undo` is called after a `run` that was not committed; `run` may be
   * called again after it.
   * @throws MailboxFailedError, StoreFullError
   */
  write<T>(run: () => T, undo?: () => void): Promise<T>
  /** The same for what writes nothing. @throws MailboxFailedError */
  read<T>(run: () => T): Promise<T>
  /** Commits what was asked, and what `last` writes after it; later calls are refused. */
  close(last: () => void): Promise<void>
}

type Job = {
  readonly isWrite: boolean
  readonly run: () => unknown
  readonly undo: () => void
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type Settle = () => void
type Done = {
  readonly batch: readonly Job[]
  readonly calls: number
  readonly settles: readonly Settle[]
  readonly blockedMs: number
}

const nothing = () => {}

// A transaction blocks the process; more writes than this would block it for long.
const writesPerCommit = 256
// As many are worth a transaction before the disk is done with the last: each costs some pages of the log.
const largeGroup = 64

/**
 * @param options - `fold` tidies up between commits, once all is answered, and says whether there was something to do;
 * `sync` resolves when all that was written to the database is on the disk; once it has failed nobody
 * knows what is, so nothing is promised any more and `onBroken` is called
 */
export function createGroupCommit(options: {
  readonly database: Database.Database
  readonly sync: () => Promise<void>
  readonly fold: () => boolean
  readonly onCommit?: ((commit: Commit) => void) | undefined
  readonly onBroken?: ((error: MailboxFailedError) => void) | undefined
}): GroupCommit {
  const { database, sync, fold, onCommit, onBroken } = options
  let jobs: Job[] = []
  let queuedWrites = 0
  let isScheduled = false
  /** Done, and to be answered once the disk has it. */
  let done: Done[] = []
  let isSyncing = false
  let refusal: MailboxFailedError | undefined

  const runOne = (job: Job): Settle => {
    try {
      const value = job.run()
      return () => job.resolve(value)
    } catch (error) {
      if (error instanceof MailboxLimitExceededError) return () => job.reject(error)
      throw error
    }
  }
  const runAll = (batch: readonly Job[]): readonly Settle[] => {
    const started: Job[] = []
    database.exec('BEGIN IMMEDIATE')
    try {
      const settles = batch.map((job) => {
        started.push(job)
        return runOne(job)
      })
      database.exec('COMMIT')
      return settles
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      for (const job of started.reverse()) job.undo()
      throw error
    }
  }
  const runAlone = (job: Job): Settle => {
    try {
      if (!job.isWrite) return runOne(job)
      const settles = runAll([job])
      return () => {
        for (const settle of settles) settle()
      }
    } catch (cause) {
      const error = toFailure(cause)
      if (error instanceof StoreFullError) makeRoom(database)
      return () => job.reject(error)
    }
  }
  const runBatch = (batch: readonly Job[], writes: number): readonly Settle[] => {
    if (writes === 0) return batch.map(runAlone)
    try {
      return runAll(batch)
    } catch {
      // Nothing of the group is kept: each on its own, so that one that cannot be done does not take the others along.
      return batch.map(runAlone)
    }
  }
  const nextBatch = () => {
    let calls = 0
    let end = 0
    for (; end < jobs.length && calls < writesPerCommit; end += 1) if (jobs[end]?.isWrite) calls += 1
    const batch = jobs.slice(0, end)
    jobs = jobs.slice(end)
    queuedWrites -= calls
    return { batch, calls }
  }
  const runNext = () => {
    isScheduled = false
    const { batch, calls } = nextBatch()
    const startedAt = performance.now()
    const settles = runBatch(batch, calls)
    done.push({ batch, calls, settles, blockedMs: performance.now() - startedAt })
    if (!isSyncing) void answerDone()
    schedule()
  }
  const answerDone = async (): Promise<void> => {
    isSyncing = true
    while (done.length > 0) {
      const group = done
      done = []
      const calls = group.reduce((sum, one) => sum + one.calls, 0)
      if (calls > 0) {
        const startedAt = performance.now()
        try {
          await sync()
        } catch (cause) {
          fail(group, cause)
          return
        }
        const blockedMs = Math.max(...group.map((one) => one.blockedMs))
        onCommit?.({ calls, blockedMs, syncMs: performance.now() - startedAt })
      }
      for (const { settles } of group) for (const settle of settles) settle()
      if (calls > 0) setImmediate(foldLog)
    }
    isSyncing = false
    schedule()
  }
  const foldLog = () => {
    if (refusal !== undefined) return
    const startedAt = performance.now()
    try {
      if (fold()) onCommit?.({ calls: 0, blockedMs: performance.now() - startedAt, syncMs: 0 })
    } catch (cause) {
      fail([], cause)
    }
  }
  const fail = (group: readonly Done[], cause: unknown) => {
    const text = 'The disk failed to keep what was written. Start the relay again; what was answered is kept.'
    const error = new MailboxFailedError(text, { cause })
    refusal = error
    for (const { batch } of [...group, ...done]) for (const job of batch) job.reject(error)
    for (const job of jobs) job.reject(error)
    done = []
    jobs = []
    onBroken?.(error)
  }
  /** All calls of one turn of the event loop share a commit. While the disk works they gather, or run when they are many. */
  const schedule = () => {
    if (isScheduled || jobs.length === 0 || (isSyncing && queuedWrites < largeGroup)) return
    isScheduled = true
    setImmediate(runNext)
  }
  const ask = <T>(isWrite: boolean, run: () => T, undo: () => void): Promise<T> => {
    if (refusal !== undefined) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      let value: T
      const keep = () => {
        value = run()
      }
      jobs.push({ isWrite, run: keep, undo, resolve: () => resolve(value), reject })
      if (isWrite) queuedWrites += 1
      schedule()
    })
  }

  return {
    write: (run, undo = nothing) => ask(true, run, undo),
    read: (run) => ask(false, run, nothing),
    async close(last) {
      const done = ask(true, last, nothing).catch(nothing)
      refusal ??= new MailboxFailedError('The mailbox is closed.')
      await done
    },
  }
}

/** A full disk refuses to lengthen the log of SQLite; folded into the database, it is written from its start again. */
function makeRoom(database: Database.Database): void {
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // The next call that cannot be stored says so itself.
  }
}

function toFailure(cause: unknown): MailboxFailedError | StoreFullError {
  if (cause instanceof MailboxFailedError) return cause
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE')
    return new StoreFullError("The relay's disk is full. This is not kept; try again later.", { cause })
  return new MailboxFailedError('The mailbox could not be read or written. Try again.', { cause })
}
