/** Something whose code is fetched when it is first used. */
export type Later<T> = {
  /** It, once it is there. */
  current(): T | undefined
  /** Uses it: at once when it is there, else in turn once it has been fetched. */
  use(run: (value: T) => void): void
}

/**
 * Makes something out of code that is fetched when it is first used. `onFailure` is called when that fails; what waited for
 * it is dropped, and the next use fetches again. `first`, when given, is there from the start.
 */
export function createLater<T extends object>(
  fetchIt: () => Promise<T>,
  onFailure: (error: unknown) => void,
  first?: T,
): Later<T> {
  let value = first
  let waiting: ((value: T) => void)[] = []
  let isFetching = false

  async function load(): Promise<void> {
    isFetching = true
    try {
      value = await fetchIt()
    } catch (error) {
      waiting = []
      onFailure(error)
    }
    isFetching = false
    const runs = waiting
    waiting = []
    for (const run of runs) if (value !== undefined) run(value)
  }

  return {
    current: () => value,
    use(run) {
      if (value !== undefined && waiting.length === 0) return run(value)
      waiting.push(run)
      if (!isFetching) void load()
    },
  }
}
