import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { SharedSockets } from './sharedSockets.ts'
import type { WebSocketLike } from './webSocketLike.ts'

/** The source of a client's sockets. */
export type SocketSource = {
  open(url: string): WebSocketLike | Promise<WebSocketLike>
  stop(): void
}

/**
 * Creates the source of a client's sockets. If several pages of a browser share one storage, they share one socket; the
 * code for that is fetched when needed. Without Web Locks, or if the browser refuses them, each page works alone.
 */
export function createSocketSource(options: {
  readonly createWebSocket: ((url: string) => WebSocketLike) | undefined
  /** Absent if no other page has this storage. */
  readonly name: string | undefined
  readonly randomBytes: RandomBytes
  readonly setTimer: SetTimer
}): SocketSource {
  const { createWebSocket, name, randomBytes, setTimer } = options
  let shared: Promise<SharedSockets | undefined> | undefined
  return {
    open(url) {
      if (createWebSocket !== undefined) return createWebSocket(url)
      if (name === undefined || globalThis.navigator?.locks === undefined) return new WebSocket(url)
      shared ??= import('./sharedSockets.ts')
        .then((code) => code.createPageSockets(name, randomBytes, setTimer))
        // The code could not be fetched, or the browser has no BroadcastChannel.
        .catch(() => undefined)
      return shared.then((sockets) => sockets?.create(url) ?? new WebSocket(url))
    },
    stop() {
      void shared?.then((sockets) => sockets?.stop())
    },
  }
}
