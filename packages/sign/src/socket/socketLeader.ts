import { createSocketHub, type PortEvent, type SocketHub } from './socketHub.ts'
import type { WebSocketLike } from './webSocketLike.ts'

/** The leading page: it has the socket, for its own ports and for those of the other pages. */
export type SocketLeader = SocketHub & {
  /** Identifies this term of a page's leadership: the next term has another id. */
  readonly id: string
}

export function createSocketLeader(options: {
  readonly id: string
  readonly name: string
  /** The page's own name, the prefix of its ports' names. */
  readonly page: string
  readonly locks: Pick<LockManager, 'request'>
  createWebSocket(url: string): WebSocketLike
  tell(port: string, event: PortEvent): void
  release(): void
}): SocketLeader {
  const { id, name, page, locks } = options
  const hub = createSocketHub(options)
  const watching = new AbortController()
  // The ports of the other pages, by page.
  const theirs = new Map<string, Set<string>>()

  function forget(owner: string): void {
    for (const port of theirs.get(owner) ?? []) hub.detach(port, true)
    theirs.delete(owner)
  }

  return {
    ...hub,
    id,
    attach(port, url) {
      const [owner = ''] = port.split('.')
      const known = theirs.get(owner)
      if (known !== undefined) known.add(port)
      else if (owner !== page) {
        theirs.set(owner, new Set([port]))
        locks.request(`${name} ${owner}`, { signal: watching.signal }, () => forget(owner)).catch(() => {})
      }
      hub.attach(port, url)
    },
    close() {
      hub.close()
      watching.abort()
      options.release()
    },
  }
}
