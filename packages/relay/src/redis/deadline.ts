/** The time by which a call must settle, even if it still waits for something. */
export type Deadline = {
  isOver(): boolean
  /** Registers a function to call when time runs out during a wait. Returns a function that removes it. */
  onOver(run: () => void): () => void
}

/**
 * Runs work that settles on its own or is abandoned after `ms` milliseconds. Abandoned work should check `isOver` before it
 * continues.
 */
export function withDeadline<T>(ms: number, fail: () => Error, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = new Set<() => void>()
    let isOver = false
    let expiry: NodeJS.Immediate | undefined
    const expire = () => {
      isOver = true
      reject(fail())
      for (const run of waiting) run()
    }
    // Expire only after reading everything that arrived while this process was busy.
    const timer = setTimeout(() => {
      expiry = setImmediate(expire)
    }, ms)
    const deadline: Deadline = {
      isOver: () => isOver,
      onOver(run) {
        waiting.add(run)
        return () => waiting.delete(run)
      },
    }
    work(deadline)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        clearImmediate(expiry)
      })
  })
}
