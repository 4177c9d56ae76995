/** Something whose code is fetched when it is first used. */
export type Lazy<T> = {
  /** It, once it is there. */
  current(): T | undefined
  /** Uses it: at once when it is there, else in turn once it has been fetched. */
  use(run: (value: T) => void): void
  /** Fetches it ahead of its use. Resolves when it is there, or could not be fetched. */
  load(): Promise<void>
}

/**
 * Makes something out of code that is fetched when it is first used. `onFailure` is called when that fails; what waited for
 * it is dropped, and the next use fetches again. It is also told of a waiting use that throws. `first`, when given, is there from the start.
 */
export function createLazy<T extends object>(
  fetchIt: () => Promise<T>,
  onFailure: (error: unknown) => void,
  first?: T,
): Lazy<T> {
  let value = first
  let waiting: ((value: T) => void)[] = []
  let fetching: Promise<void> | undefined

  async function fetchOnce(): Promise<void> {
    try {
      value = await fetchIt()
    } catch (error) {
      waiting = []
      // The next use, be it in answer to this, fetches again.
      fetching = undefined
      onFailure(error)
    }
    // One by one: a use within a use comes after those that wait already.
    for (let run = waiting[0]; value !== undefined && run !== undefined; run = waiting[0]) {
      try {
        run(value)
      } catch (error) {
        onFailure(error)
      }
      waiting.shift()
    }
  }

  function load(): Promise<void> {
    if (value !== undefined) return Promise.resolve()
    fetching ??= fetchOnce()
    return fetching
  }

  return {
    current: () => value,
    use(run) {
      if (value !== undefined && waiting.length === 0) return run(value)
      waiting.push(run)
      void load()
    },
    load,
  }
}
