import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../../errors.ts'
import type { SqliteDatabase } from './sqliteDatabase.ts'

/** One call of a group. `undo` is called after a `run` that was not committed. */
export type Job = {
  readonly isWrite: boolean
  readonly run: () => unknown
  readonly undo: () => void
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** When the job first met another process's lock. */
  heldUpAt: number | undefined
}

/** Answers a job. */
export type Settle = () => void

/**
 * Runs jobs in one transaction, or each in its own if that fails.
 * @returns the answer of each job, in order. If another process holds the file's lock, there are fewer answers than jobs, and
 * nothing of the other jobs is done.
 */
export function createTransactions(database: SqliteDatabase): (batch: readonly Job[]) => readonly Settle[] {
  const runOne = (job: Job): Settle => {
    try {
      const value = job.run()
      return () => job.resolve(value)
    } catch (error) {
      if (error instanceof MailboxLimitExceededError) return () => job.reject(error)
      throw error
    }
  }
  const rollBack = () => {
    if (database.inTransaction) database.exec('ROLLBACK')
  }
  const runAll = (batch: readonly Job[]): readonly Settle[] => {
    const started: Job[] = []
    // A transaction can still be open if an earlier rollback failed.
    rollBack()
    database.exec('BEGIN IMMEDIATE')
    try {
      const settles = batch.map((job) => {
        started.push(job)
        return runOne(job)
      })
      database.exec('COMMIT')
      return settles
    } catch (error) {
      // Undo first, because the ROLLBACK can throw as well.
      for (const job of started.reverse()) job.undo()
      rollBack()
      throw error
    }
  }
  const runAlone = (job: Job): Settle | undefined => {
    try {
      if (!job.isWrite) return runOne(job)
      const [settle] = runAll([job])
      return settle
    } catch (cause) {
      if (isHeldUp(cause)) return undefined
      const error = toFailure(cause)
      if (error instanceof StoreFullError) makeRoom(database)
      return () => job.reject(error)
    }
  }
  const runEach = (batch: readonly Job[]): readonly Settle[] => {
    const settles: Settle[] = []
    for (const job of batch) {
      const settle = runAlone(job)
      if (settle === undefined) break
      settles.push(settle)
    }
    return settles
  }

  return (batch) => {
    if (!batch.some((job) => job.isWrite)) return runEach(batch)
    try {
      return runAll(batch)
    } catch (cause) {
      // Nothing of the group is stored. Each job runs alone, so that a failing one does not affect the others.
      return isHeldUp(cause) ? [] : runEach(batch)
    }
  }
}

function isHeldUp(cause: unknown): boolean {
  return codeOf(cause)?.startsWith('SQLITE_BUSY') === true
}

/**
 * A full disk cannot lengthen SQLite's log. Once the log is folded into the database, SQLite writes it from its start again.
 */
function makeRoom(database: SqliteDatabase): void {
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // The next call that cannot be stored reports the error itself.
  }
}

function toFailure(cause: unknown): MailboxFailedError | StoreFullError {
  if (cause instanceof MailboxFailedError) return cause
  const code = codeOf(cause)
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE')
    return new StoreFullError("The relay's disk is full. This message was not stored; try again later.", { cause })
  return new MailboxFailedError('The mailbox could not be read or written. Try again.', { cause })
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
