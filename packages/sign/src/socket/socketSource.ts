import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { SharedSockets } from './sharedSockets.ts'
import type { SocketLike } from './socketLike.ts'

/** Where a client has its sockets from. */
export type SocketSource = {
  open(url: string): SocketLike | Promise<SocketLike>
  stop(): void
}

/**
 * Sockets of the client's own, or, where several pages of a browser have one storage, one for all of them. The code for that is
 * fetched by whoever needs it; without Web Locks, or where they are refused, each page works for itself.
 */
export function createSocketSource(options: {
  readonly createWebSocket: ((url: string) => WebSocket) | undefined
  /** Absent: no other page has this storage. */
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
        // Code that is not there, or a browser without BroadcastChannel.
        .catch(() => undefined)
      return shared.then((sockets) => sockets?.create(url) ?? new WebSocket(url))
    },
    stop() {
      void shared?.then((sockets) => sockets?.stop())
    },
  }
}
