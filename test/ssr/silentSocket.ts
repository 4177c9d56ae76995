import type { WebSocketLike } from '@hawser/sign'

/** Creates a socket without a peer: it never opens, and sent data goes nowhere. */
export function createSilentSocket(): WebSocketLike {
  return { onopen: null, onmessage: null, onerror: null, onclose: null, send() {}, close() {} }
}
