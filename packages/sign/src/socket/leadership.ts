/** Decides which page of one name leads: the page that holds the lock of the name. */
export type Leadership = {
  /** Resolves when the other pages can learn that this page is gone. */
  readonly alive: Promise<void>
  /** Takes the place of a leading page that does not answer. */
  take(): void
  /** This page no longer leads, and never will again. */
  stop(): void
}

/** Waits in the queue of pages until this one leads. */
export function createLeadership(options: {
  readonly name: string
  readonly page: string
  readonly locks: Pick<LockManager, 'request'>
  /** This page leads until it calls `release`. */
  lead(release: () => void): void
  /** Another page has taken its place. */
  onLost(): void
  /** The browser refuses locks, as in a sandbox or with blocked storage: asking again would not help. */
  onRefused(): void
}): Leadership {
  const { name, page, locks, lead } = options
  let place = new AbortController()
  let leave = () => {}
  let isStopped = false

  /** Held for as long as the page lives, so that the leader learns when it is gone. */
  const alive = new Promise<void>((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        leave = release
        if (isStopped) release()
        resolve()
      })
    // Refused: see `queue`.
    locks.request(`${name} ${page}`, hold).catch(() => resolve())
  })

  /** Waits for the lock in the order of the pages, or takes it, and leads until it is lost. */
  async function queue(isStealing: boolean): Promise<void> {
    const mine = new AbortController()
    place = mine
    const hold = () => (isStopped || place !== mine ? undefined : new Promise<void>(lead))
    try {
      await locks.request(name, isStealing ? { steal: true } : { signal: mine.signal }, hold)
    } catch (error) {
      // Otherwise another page took the lock, or nobody needs it any more.
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
