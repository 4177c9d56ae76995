import { formatIrnRequest, parseClientFrame } from '@hawser/wire'

/**
 * Lets a wallet's socket approve a proposal without sending the settlement while `isHeldBack`: the dapp's view of a wallet that
 * dies between the two.
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
