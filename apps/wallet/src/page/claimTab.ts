const lockName = 'hawser-demo-wallet'

/**
 * Makes this tab the only wallet on the origin's storage: two clients would overwrite each other's sessions and answer
 * requests twice. The newest tab wins, since that is the one the person has just opened a link in.
 */
export async function claimTab(locks: LockManager | undefined, onTakenOver: () => void): Promise<void> {
  // Plain http on another machine's address has no Web Locks; there the wallet runs unguarded.
  if (locks === undefined) return
  await new Promise<void>((resolve, reject) => {
    locks
      .request(lockName, { steal: true }, () => {
        resolve()
        // Held until the tab goes, or another steals it.
        return new Promise<void>(() => {})
      })
      .catch((error: unknown) => {
        const name = error instanceof DOMException ? error.name : undefined
        if (name === 'AbortError') return onTakenOver()
        // A browser that keeps no site data refuses locks too. There is no storage to share then.
        if (name === 'SecurityError') return resolve()
        reject(error)
      })
  })
}
