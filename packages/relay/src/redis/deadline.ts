/** The time by which a call must have settled, whatever it waits for. */
export type Deadline = {
  isOver(): boolean
  /** Called when time runs out during a wait; returns its undo. */
  onOver(run: () => void): () => void
}

/**
 * Runs work that settles by itself or is given up after a time. Abandoned work should check `isOver` before it does
 * more.
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
    // Not before everything that arrived while this process was busy is read.
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
