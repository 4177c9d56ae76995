import { WebSocket } from 'ws'

/** The `createWebSocket` of our clients for Node 20, which has no WebSocket. */
export function createWebSocket(url: string): WebSocket {
  return new WebSocket(url)
}
