import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Detects clients that are gone, or whose message never ends, and keeps slow ones. */
export type Heartbeat = {
  /** Records that a whole message arrived. */
  heardMessage(): void
  /** Records that a ping or a pong with `length` bytes arrived. */
  heardControl(length: number): void
  /**
   * Sends a ping with this payload. Later beats carry the same payload, because a client may answer only the last of several
   * pings (RFC 6455 5.5.3).
   */
  pingWith(receipt: string): void
  /** Sends a ping. Drops a client that left a ping unanswered for `pongMs` milliseconds and has sent nothing since. */
  beat(pongMs: number): void
}

// The number of bytes of a message that can remain unfinished: the count is slightly off when frames arrive together.
const unfinishedLength = 4_096
const controlHeaderLength = 6

/** @param options - `socket` was opened on `stream`; `messageMs` is how long one message can take to arrive */
export function createHeartbeat(options: {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly messageMs: number
}): Heartbeat {
  const { socket, stream, messageMs } = options
  const bytesRead = () => (stream instanceof Socket ? stream.bytesRead : 0)
  /** The time of the first unanswered ping. */
  let pingedAt: number | undefined
  let lastReceipt = ''
  /** The number of bytes read that belong to complete messages. */
  let finished = bytesRead()
  let readBefore = finished
  /** The last time at which no message was arriving. */
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
      // A client cannot answer a ping in the middle of a frame.
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
