import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Tells a client that is gone, or whose message never ends, from a slow one. */
export type Heartbeat = {
  /** A whole message came. */
  heardMessage(): void
  /** A ping or a pong with so many bytes arrived. */
  heardControl(length: number): void
  /**
   * Sends a ping with this payload. Later beats carry it too, because a client may answer only the last of several
   * pings (RFC 6455 5.5.3).
   */
  pingWith(receipt: string): void
  /** Pings. Drops a client that left a ping unanswered for so long, and sent nothing since. */
  beat(pongMs: number): void
}

// So much of a message may remain unfinished: the count is slightly off when frames arrive together.
const unfinishedLength = 4_096
const controlHeaderLength = 6

/** @param options - `socket` was opened on `stream`; `messageMs` is how long one message may take to arrive */
export function createHeartbeat(options: {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly messageMs: number
}): Heartbeat {
  const { socket, stream, messageMs } = options
  const bytesRead = () => (stream instanceof Socket ? stream.bytesRead : 0)
  /** When the first unanswered ping was sent. */
  let pingedAt: number | undefined
  let lastReceipt = ''
  /** The part of the read bytes that belongs to whole messages. */
  let finished = bytesRead()
  let readBefore = finished
  /** When no message was arriving, last. */
  let restedAt = performance.now()

  const ping = () => {
    if (socket.readyState === socket.OPEN) socket.ping(lastReceipt)
  }
  return {
    heardMessage() {
      pingedAt = undefined
      finished = bytesRead()
    },
    heardControl(length) {
      pingedAt = undefined
      finished += controlHeaderLength + length
    },
    pingWith(receipt) {
      lastReceipt = receipt
      ping()
    },
    beat(pongMs) {
      const now = performance.now()
      const read = bytesRead()
      // Within a frame a client cannot answer a ping.
      if (read > readBefore) pingedAt = undefined
      readBefore = read
      if (read - finished <= unfinishedLength) restedAt = now
      if (now - restedAt >= messageMs) socket.close(1008, 'A message took too long to arrive.')
      if (pingedAt !== undefined && now - pingedAt >= pongMs) socket.terminate()
      pingedAt ??= now
      ping()
    },
  }
}
