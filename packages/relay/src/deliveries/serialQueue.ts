/** Runs tasks one after another, in the order of the calls, even if an earlier task fails. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
