/** Runs tasks one after another, in the order of the calls, even if an earlier task fails. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
