import { WebSocket } from 'ws'

/** Treats a socket of `ws` as a browser's: it has everything that our clients use. */
export function asBrowserSocket(socket: WebSocket): globalThis.WebSocket {
  return socket as unknown as globalThis.WebSocket
}

/** The `createWebSocket` of our clients for Node 20, which has no WebSocket. */
export function createWebSocket(url: string): globalThis.WebSocket {
  return asBrowserSocket(new WebSocket(url))
}
