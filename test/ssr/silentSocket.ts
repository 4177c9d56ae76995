/** A socket to nowhere: it never opens, and nothing comes of what is sent. */
export function createSilentSocket(): WebSocket {
  const socket = Object.assign(new EventTarget(), { readyState: 0, binaryType: 'arraybuffer', send() {}, close() {} })
  return socket as unknown as WebSocket
}
