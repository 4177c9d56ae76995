import { formatIrnRequest, parseClientFrame } from '@hawser/wire'
import type { WebSocketLike } from '../socket/webSocketLike.ts'

/**
 * Makes a wallet's socket approve a proposal without the settlement while `isHeldBack`. To the dapp, the wallet dies
 * between the two.
 */
export function holdBackSettlement(socket: WebSocketLike, isHeldBack: () => boolean): WebSocketLike {
  const send = socket.send.bind(socket)
  socket.send = (text) => {
    const frame = isHeldBack() ? parseClientFrame(text) : undefined
    if (frame?.kind !== 'request' || frame.request.method !== 'wc_approveSession') return send(text)
    const { topic, message, tag, ttlSeconds, prompt } = frame.request.response
    send(formatIrnRequest(frame.idToken, 'irn_publish', { topic, message, tag, ttl: ttlSeconds, prompt }))
  }
  return socket
}
