import { MailboxFailedError } from '../../errors.ts'
import type { SqliteDatabase } from './sqliteDatabase.ts'
import { createTransactions, type Job, settle } from './transactions.ts'

/**
 * One commit with its fsync, or one fold of the log, with 0 calls. `calls` is the number of writing calls, `blockedMs` the time
 * that the transaction blocked the process, and `syncMs` the additional time for the disk.
 */
export type Commit = { readonly calls: number; readonly blockedMs: number; readonly syncMs: number }

/**
 * Runs work on a database in the order of the calls, with many calls per transaction and fsync. While another process holds the
 * file's write lock, writes wait for it, up to a limit, and reads go ahead of them.
 */
export type GroupCommit = {
  /**
   * Resolves with the result of `run` once its writes are on the disk. A `MailboxLimitExceededError` of `run` rejects only this
   * call; `run` must have written nothing then. `undo` is called after a `run` that was not committed; `run` can be called
   * again after it. `onCommit` is called once `run` is committed: a kill of the process no longer undoes it, a loss of power
   * still can.
   * @throws MailboxFailedError, StoreFullError
   */
  write<T>(run: () => T, events?: { readonly undo: () => unknown; readonly onCommit: () => unknown }): Promise<T>
  /** Runs work that writes nothing, in the same order. @throws MailboxFailedError */
  read<T>(run: () => T): Promise<T>
  /** @throws MailboxFailedError - if calls are refused, because the disk failed or the group is closed */
  check(): void
  /** Commits pending calls, and then the writes of `last`. Later calls are refused. */
  close(last: () => void): Promise<void>
}

/** Jobs that ran together. `calls` is the number of those that write. */
type Done = { readonly batch: readonly Job[]; readonly calls: number; readonly blockedMs: number }

const nothing = () => {}
const noEvents: Pick<Job, 'undo' | 'onCommit'> = { undo: nothing, onCommit: nothing }

// A transaction blocks the process. More writes than this would block it for long.
const writesPerCommit = 256
// This many writes justify a transaction while the disk is still busy with the last one. Each transaction costs some pages of
// the log. With more, the processor waits for the disk.
const largeGroup = 16
// As long as Redis can take for a request.
const longestHoldMs = 2_000
const retryAfterMs = 20

/**
 * @param options - `beforeCommit` is called at the end of each transaction, and can write. `fold` moves the log into the database between commits, once all calls are answered, and returns whether
 * there was anything to do. `sync` resolves when everything written is on the disk. After a failed `sync` the state of the disk
 * is unknown: all further calls are refused and `onBroken` is called.
 */
export function createGroupCommit(options: {
  readonly database: SqliteDatabase
  readonly sync: () => Promise<void>
  readonly fold: () => boolean
  readonly beforeCommit?: () => void
  readonly onCommit?: ((commit: Commit) => void) | undefined
  readonly onBroken?: ((error: MailboxFailedError) => void) | undefined
}): GroupCommit {
  const { database, sync, fold, beforeCommit = nothing, onCommit, onBroken } = options
  const transact = createTransactions(database, beforeCommit)
  let jobs: Job[] = []
  let queuedWrites = 0
  let isScheduled = false
  /** Calls that ran and are answered once the disk has their writes. */
  let done: Done[] = []
  let isSyncing = false
  let refusal: MailboxFailedError | undefined

  const nextBatch = (): readonly Job[] => {
    let calls = 0
    let end = 0
    for (; end < jobs.length && calls < writesPerCommit; end += 1) if (jobs[end]?.isWrite) calls += 1
    const batch = jobs.slice(0, end)
    jobs = jobs.slice(end)
    queuedWrites -= calls
    return batch
  }
  /** @returns the jobs that wait for the lock of another process */
  const runJobs = (batch: readonly Job[]): readonly Job[] => {
    const startedAt = performance.now()
    const count = transact(batch)
    const ran = batch.slice(0, count)
    done.push({ batch: ran, calls: writesOf(ran), blockedMs: performance.now() - startedAt })
    return batch.slice(count)
  }
  const runNext = () => {
    isScheduled = false
    const heldUp = runJobs(nextBatch())
    if (heldUp.length > 0) hold(heldUp)
    if (!isSyncing) void answerDone()
    schedule()
  }
  /** Retries from a timer, because waiting for the lock inside SQLite would block the process. */
  const hold = (heldUp: readonly Job[]) => {
    const queue = [...heldUp, ...jobs]
    const reads = runJobs(queue.filter((job) => !job.isWrite))
    const waiting = [...reads, ...queue.filter(({ isWrite }) => isWrite)]
    const at = performance.now()
    for (const job of waiting) job.heldUpAt ??= at
    const isLate = ({ heldUpAt = at }: Job) => at >= heldUpAt + longestHoldMs
    const late = waiting.filter(isLate)
    const error = new MailboxFailedError("Another process holds the lock of the mailbox's file. Try again.")
    for (const job of late) job.outcome = { error }
    // Answered in order, because earlier calls can still wait for the disk.
    done.push({ batch: late, calls: 0, blockedMs: 0 })
    jobs = waiting.filter((job) => !isLate(job))
    queuedWrites = writesOf(jobs)
    if (jobs.length === 0) return
    isScheduled = true
    setTimeout(runNext, retryAfterMs)
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
      for (const { batch } of group) for (const job of batch) settle(job)
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
  /** All calls of one turn of the event loop share a commit. While the disk works, calls gather, or run once there are many. */
  const schedule = () => {
    if (isScheduled || jobs.length === 0 || (isSyncing && queuedWrites < largeGroup)) return
    isScheduled = true
    setImmediate(runNext)
  }
  const ask = <T>(isWrite: boolean, run: () => T, events = noEvents): Promise<T> => {
    if (refusal !== undefined) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      const { undo, onCommit } = events
      // `resolve` takes what this `run` returned.
      const answer = resolve as (value: unknown) => void
      jobs.push({ isWrite, run, undo, onCommit, resolve: answer, reject, heldUpAt: undefined, outcome: undefined })
      if (isWrite) queuedWrites += 1
      schedule()
    })
  }

  return {
    write: (run, events) => ask(true, run, events),
    read: (run) => ask(false, run),
    check() {
      if (refusal !== undefined) throw refusal
    },
    async close(last) {
      const done = ask(true, last).catch(nothing)
      refusal ??= new MailboxFailedError('The mailbox is closed.')
      await done
    },
  }
}

function writesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { isWrite }) => sum + (isWrite ? 1 : 0), 0)
}
