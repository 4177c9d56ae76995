import { MailboxFailedError, MailboxLimitExceededError, StoreFullError } from '../../errors.ts'
import type { SqliteDatabase } from './sqliteDatabase.ts'

/** One call of a group. `undo` is called after a `run` that was not committed, `onCommit` after one that was. */
export type Job = {
  readonly isWrite: boolean
  readonly run: () => unknown
  readonly undo: () => unknown
  readonly onCommit: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** When the job first met another process's lock. */
  heldUpAt: number | undefined
  /** The value that `run` returned, or the reason why the job is refused. Undefined until the job ran. */
  outcome: { readonly value: unknown } | { readonly error: unknown } | undefined
}

/** Answers a job that ran. */
export function settle({ outcome, resolve, reject }: Job): void {
  if (outcome === undefined) return
  if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.value)
}

/**
 * Runs jobs in one transaction, or each in its own if that fails, and sets their outcomes. `beforeCommit` ends each transaction: a
 * job can leave its writes to it.
 * @returns the number of jobs done, the first of the batch. If another process holds the file's lock, nothing of the others is
 * done.
 */
export function createTransactions(
  database: SqliteDatabase,
  beforeCommit: () => void,
): (batch: readonly Job[]) => number {
  const runOne = (job: Job) => {
    try {
      job.outcome = { value: job.run() }
    } catch (error) {
      if (!(error instanceof MailboxLimitExceededError)) throw error
      job.outcome = { error }
    }
  }
  const rollBack = () => {
    if (database.inTransaction) database.exec('ROLLBACK')
  }
  const runAll = (batch: readonly Job[]) => {
    let started = 0
    // A transaction can still be open if an earlier rollback failed.
    rollBack()
    database.exec('BEGIN IMMEDIATE')
    try {
      for (const job of batch) {
        started += 1
        runOne(job)
      }
      beforeCommit()
      database.exec('COMMIT')
    } catch (error) {
      // Undo first, because the ROLLBACK can throw as well.
      for (const job of batch.slice(0, started).reverse()) job.undo()
      rollBack()
      throw error
    }
    for (const { outcome, onCommit } of batch) if (outcome !== undefined && 'value' in outcome) onCommit()
  }
  /** @returns whether the job is done */
  const runAlone = (job: Job): boolean => {
    try {
      if (job.isWrite) runAll([job])
      else runOne(job)
      return true
    } catch (cause) {
      if (isHeldUp(cause)) return false
      const error = toFailure(cause)
      if (error instanceof StoreFullError) makeRoom(database)
      job.outcome = { error }
      return true
    }
  }
  const runEach = (batch: readonly Job[]): number => {
    const heldUp = batch.findIndex((job) => !runAlone(job))
    return heldUp < 0 ? batch.length : heldUp
  }

  return (batch) => {
    if (!batch.some((job) => job.isWrite)) return runEach(batch)
    try {
      runAll(batch)
      return batch.length
    } catch (cause) {
      // Nothing of the group is stored. Each job runs alone, so that a failing one does not affect the others.
      return isHeldUp(cause) ? 0 : runEach(batch)
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
