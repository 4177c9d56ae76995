import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Tells a client that is gone, or whose message never ends, from one that is slow. */
export type Heartbeat = {
  /** A whole message came. */
  heardMessage(): void
  /** A ping or a pong with so many bytes came. */
  heardControl(length: number): void
  /** A ping that carries this; the beats after it carry it too, as a client may answer the last of several alone (RFC 6455 5.5.3). */
  pingWith(receipt: string): void
  /** Pings; a client that left a ping unanswered for so long, and sent nothing since, is dropped. */
  beat(pongMs: number): void
}

// As much of a message may stay unfinished: what is counted is a little off where frames come together.
const unfinishedLength = 4_096
const controlHeaderLength = 6

/** @param options - `stream` is the one `socket` was opened on; `messageMs` is how long one message may take to arrive */
export function createHeartbeat(options: {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly messageMs: number
}): Heartbeat {
  const { socket, stream, messageMs } = options
  const bytesRead = () => (stream instanceof Socket ? stream.bytesRead : 0)
  /** When the first ping that is not answered yet was sent. */
  let pingedAt: number | undefined
  let lastReceipt = ''
  /** Of what was read, what belongs to whole messages. */
  let finished = bytesRead()
  let readBefore = finished
  /** When no message was on its way last. */
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
      // Amid a frame a client cannot answer a ping.
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
