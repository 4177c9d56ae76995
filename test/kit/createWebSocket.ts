import { WebSocket } from 'ws'

/** A socket of `ws` as a browser's: both have all that our clients use of it. */
export function asBrowserSocket(socket: WebSocket): globalThis.WebSocket {
  return socket as unknown as globalThis.WebSocket
}

/** The `createWebSocket` of our clients where Node 20 has none. */
export function createWebSocket(url: string): globalThis.WebSocket {
  return asBrowserSocket(new WebSocket(url))
}
