import type Database from 'libsql'
import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../errors.ts'

/** What one commit took: calls that wrote, how long the process stood still for them, and how long the disk took beside. */
export type Commit = { readonly calls: number; readonly blockedMs: number; readonly syncMs: number }

/** Runs work on a database in the order asked, many calls to one transaction, so that they share one fsync. */
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

const nothing = () => {}

// A transaction blocks the process; more writes than this would block it for long.
const writesPerCommit = 256

/**
 * @param options - `sync` resolves when all that was written to the database is on the disk; once it has failed nobody
 * knows what is, so nothing is promised any more and `onBroken` is called
 */
export function createGroupCommit(options: {
  readonly database: Database.Database
  readonly sync: () => Promise<void>
  readonly onCommit?: ((commit: Commit) => void) | undefined
  readonly onBroken?: ((error: MailboxFailedError) => void) | undefined
}): GroupCommit {
  const { database, sync, onCommit, onBroken } = options
  let jobs: Job[] = []
  let isScheduled = false
  let flushing: Promise<void> | undefined
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
    return { batch, calls }
  }
  const flush = async (): Promise<void> => {
    const { batch, calls } = nextBatch()
    const startedAt = performance.now()
    const settles = runBatch(batch, calls)
    const ranAt = performance.now()
    if (calls > 0) {
      try {
        await sync()
      } catch (cause) {
        const text = 'The disk failed to keep what was written. Start the relay again; what was answered is kept.'
        refusal = new MailboxFailedError(text, { cause })
        for (const job of [...batch, ...jobs]) job.reject(refusal)
        jobs = []
        onBroken?.(refusal)
        return
      }
      onCommit?.({ calls, blockedMs: ranAt - startedAt, syncMs: performance.now() - ranAt })
    }
    for (const settle of settles) settle()
  }
  /** All calls of one turn of the event loop share a commit; while the disk works the next group gathers. */
  const schedule = () => {
    if (isScheduled || flushing !== undefined || jobs.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flushing = flush().finally(() => {
        flushing = undefined
        schedule()
      })
    })
  }
  const ask = <T>(isWrite: boolean, run: () => T, undo: () => void): Promise<T> => {
    if (refusal !== undefined) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      let value: T
      const keep = () => {
        value = run()
      }
      jobs.push({ isWrite, run: keep, undo, resolve: () => resolve(value), reject })
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
      await flushing
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
