/** A value whose code is fetched when it is first used. */
export type Lazy<T> = {
  /** The value, once loaded. */
  current(): T | undefined
  /** Uses it: at once when it is loaded, otherwise in turn once it has been fetched. */
  use(run: (value: T) => void): void
  /** Fetches it ahead of its use. Resolves when it is loaded, or could not be fetched. */
  load(): Promise<void>
}

/**
 * Makes a value from code that is fetched when it is first used. `onFailure` is called when that fails; waiting uses
 * are dropped, and the next use fetches again. It is also called when a waiting use throws. `first`, when given, is
 * loaded from the start.
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
      // The next use, even one in answer to this, fetches again.
      fetching = undefined
      onFailure(error)
    }
    // One by one: a use within a use comes after those already waiting.
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
