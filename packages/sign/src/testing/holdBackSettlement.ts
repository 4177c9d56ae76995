import { formatIrnRequest, parseClientFrame } from '@hawser/wire'

/**
 * Makes a wallet's socket approve a proposal without the settlement while `isHeldBack`. To the dapp, the wallet dies
 * between the two.
 */
export function holdBackSettlement(socket: WebSocket, isHeldBack: () => boolean): WebSocket {
  const send = socket.send.bind(socket)
  socket.send = (text) => {
    const frame = isHeldBack() ? parseClientFrame(String(text)) : undefined
    if (frame?.kind !== 'request' || frame.request.method !== 'wc_approveSession') return send(text)
    const { topic, message, tag, ttlSeconds, prompt } = frame.request.response
    send(formatIrnRequest(frame.idToken, 'irn_publish', { topic, message, tag, ttl: ttlSeconds, prompt }))
  }
  return socket
}
