/** Decides which page of a name leads: the page that has the lock of that name. */
export type Leadership = {
  /** Resolves once the other pages can learn when this page is gone. */
  readonly alive: Promise<void>
  /** Takes the place of a leading page that does not answer. */
  take(): void
  /** Ends this page's leadership for good. */
  stop(): void
}

/** Waits in the queue of pages until this page leads. */
export function createLeadership(options: {
  readonly name: string
  readonly page: string
  readonly locks: Pick<LockManager, 'request'>
  /** This page leads until it calls `release`. */
  lead(release: () => void): void
  /** Another page has taken this page's place. */
  onLost(): void
  /** The browser refuses locks, as in a sandbox or with blocked storage: asking again would not help. */
  onRefused(): void
}): Leadership {
  const { name, page, locks, lead } = options
  let place = new AbortController()
  let leave = () => {}
  let isStopped = false

  /** A lock of the page's own, held for as long as the page lives, so that the leader learns when the page is gone. */
  const alive = new Promise<void>((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        leave = release
        if (isStopped) release()
        resolve()
      })
    // The browser refuses locks: see `queue`.
    locks.request(`${name} ${page}`, hold).catch(() => resolve())
  })

  /** Waits for the lock in the order of the pages, or steals it, and leads until the lock is lost. */
  async function queue(isStealing: boolean): Promise<void> {
    const mine = new AbortController()
    place = mine
    const hold = () => (isStopped || place !== mine ? undefined : new Promise<void>(lead))
    try {
      await locks.request(name, isStealing ? { steal: true } : { signal: mine.signal }, hold)
    } catch (error) {
      // An `AbortError` means that another page took the lock, or that this page no longer needs it.
      if (!(error instanceof Error && error.name === 'AbortError')) {
        if (!isStopped) options.onRefused()
        return
      }
    }
    if (place !== mine || isStopped) return
    options.onLost()
    void queue(false)
  }

  void queue(false)
  return {
    alive,
    take() {
      place.abort()
      void queue(true)
    },
    stop() {
      isStopped = true
      place.abort()
      leave()
    },
  }
}
