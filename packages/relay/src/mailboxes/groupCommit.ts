import type Database from 'libsql'
import { MailboxFailedError, MailboxLimitExceededError } from '../errors.ts'

/** Runs work on a database in the order asked, many calls to one transaction, so that they share one fsync. */
export type GroupCommit = {
  /**
   * Resolves with what `run` returned once that is committed. A `MailboxLimitExceededError` of `run` rejects this call
   * alone; `run` must have undone its writes then. With `canWait` it is committed with the next call that cannot wait.
   * @throws MailboxFailedError
   */
  commit<T>(run: () => T, options?: { readonly canWait?: boolean }): Promise<T>
  /** Commits what was asked, at once; later calls are refused. */
  close(): void
}

type Job = {
  readonly run: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type Outcome = { readonly value: unknown } | { readonly refusal: unknown }

// A commit blocks the process for its fsync; more jobs than this would block it for long.
const jobsPerCommit = 256
const waitMs = 25

export function createGroupCommit(database: Database.Database): GroupCommit {
  let jobs: Job[] = []
  let immediate: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const runAll = (batch: readonly Job[]): readonly Outcome[] => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const outcomes = batch.map(({ run }): Outcome => {
        try {
          return { value: run() }
        } catch (error) {
          if (error instanceof MailboxLimitExceededError) return { refusal: error }
          throw error
        }
      })
      database.exec('COMMIT')
      return outcomes
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  const settle = ({ resolve, reject }: Job, outcome: Outcome) =>
    'refusal' in outcome ? reject(outcome.refusal) : resolve(outcome.value)
  const runAlone = (job: Job) => {
    try {
      for (const outcome of runAll([job])) settle(job, outcome)
    } catch (cause) {
      job.reject(new MailboxFailedError('The mailbox could not be read or written. Try again.', { cause }))
    }
  }
  const flush = () => {
    clearTimeout(timer)
    if (immediate !== undefined) clearImmediate(immediate)
    timer = undefined
    immediate = undefined
    const batch = jobs.slice(0, jobsPerCommit)
    jobs = jobs.slice(jobsPerCommit)
    if (jobs.length > 0) immediate = setImmediate(flush)
    if (batch.length === 0) return
    let outcomes: readonly Outcome[]
    try {
      outcomes = runAll(batch)
    } catch {
      // Nothing of the group is kept: each on its own, so that one that cannot be done does not take the others along.
      for (const job of batch) runAlone(job)
      return
    }
    for (const [index, job] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome !== undefined) settle(job, outcome)
    }
  }

  return {
    commit<T>(run: () => T, { canWait = false } = {}) {
      if (isClosed) return Promise.reject(new MailboxFailedError('The mailbox is closed.'))
      return new Promise<T>((resolve, reject) => {
        let value: T
        jobs.push({
          run: () => {
            value = run()
          },
          resolve: () => resolve(value),
          reject,
        })
        if (canWait) timer ??= setTimeout(flush, waitMs)
        // All calls of one turn of the event loop share the commit; during its fsync the next group gathers.
        else immediate ??= setImmediate(flush)
      })
    },
    close() {
      isClosed = true
      while (jobs.length > 0) flush()
      clearTimeout(timer)
      if (immediate !== undefined) clearImmediate(immediate)
    },
  }
}
