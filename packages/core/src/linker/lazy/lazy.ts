/** A value whose code is fetched when it is first used. */
export type Lazy<T> = {
  /** Returns the value, once loaded. */
  current(): T | undefined
  /** Runs a use of the value: at once if the value is loaded, otherwise in turn after the fetch. */
  use(run: (value: T) => void): void
  /** Fetches the value ahead of its use. Resolves once the value is loaded, or the fetch has failed. */
  load(): Promise<void>
}

/**
 * Makes a value from code that is fetched when it is first used. If the fetch fails, `onFailure` is called, the waiting uses
 * are dropped, and the next use fetches again. `onFailure` is also called when a waiting use throws. `first`, if given, is the
 * value from the start.
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
      // The next use fetches again, even a use within `onFailure`.
      fetching = undefined
      onFailure(error)
    }
    // One at a time, so that a use within a use runs after those already waiting.
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
