/** Creates a socket without a peer: it never opens, and sent data goes nowhere. */
export function createSilentSocket(): WebSocket {
  const socket = Object.assign(new EventTarget(), { readyState: 0, binaryType: 'arraybuffer', send() {}, close() {} })
  return socket as unknown as WebSocket
}
