const lockName = 'hawser-demo-wallet'

/** Makes this tab the only wallet of the origin: two would overwrite each other's sessions and answer twice. */
// The newest tab wins, since the person has just opened a link in that tab.
export async function claimTab(locks: LockManager | undefined, onTakenOver: () => void): Promise<void> {
  // A page over plain http from another machine has no Web Locks: there the wallet runs unguarded.
  if (locks === undefined) return
  await new Promise<void>((resolve, reject) => {
    locks
      .request(lockName, { steal: true }, () => {
        resolve()
        // The lock lasts until the tab closes or another tab steals it.
        return new Promise<void>(() => {})
      })
      .catch((error: unknown) => {
        const name = error instanceof DOMException ? error.name : undefined
        if (name === 'AbortError') return onTakenOver()
        // A browser that stores no site data refuses locks too. Then there is no storage to share.
        if (name === 'SecurityError') return resolve()
        reject(error)
      })
  })
}
