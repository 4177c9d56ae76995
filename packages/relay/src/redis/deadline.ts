/** The time by which a call must settle, even if it still waits for something. */
export type Deadline = {
  isOver: boolean
  /** The functions to call when time runs out. */
  waiting: Set<() => void> | undefined
}

export function createDeadline(): Deadline {
  return { isOver: false, waiting: undefined }
}

/** Registers a function to call when time runs out during a wait. Returns a function that removes it. */
export function onOver(deadline: Deadline, run: () => void): () => void {
  deadline.waiting ??= new Set()
  deadline.waiting.add(run)
  return () => void deadline.waiting?.delete(run)
}

/** Ends the time. */
export function expire(deadline: Deadline): void {
  deadline.isOver = true
  for (const run of deadline.waiting ?? []) run()
}

/**
 * Runs work that settles on its own or is abandoned after `ms` milliseconds. Abandoned work should check `isOver` before it
 * continues.
 */
export function withDeadline<T>(ms: number, fail: () => Error, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = createDeadline()
    let expiry: NodeJS.Immediate | undefined
    // Expire only after reading everything that arrived while this process was busy.
    const timer = setTimeout(() => {
      expiry = setImmediate(() => {
        reject(fail())
        expire(deadline)
      })
    }, ms)
    work(deadline)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        clearImmediate(expiry)
      })
  })
}
