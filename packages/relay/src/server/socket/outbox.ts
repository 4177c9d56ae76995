import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { RelayLimits } from '../../limits/limits.ts'
import { formatTextFrame } from './formatTextFrame.ts'

/** The output to one client. */
export type Outbox = {
  /** Sends a text frame, if the socket is open. */
  send(text: string): void
  /** The number of bytes that the client has not read yet. */
  length(): number
  /** Whether the outbox has exceeded its limit and not drained yet. The caller must not push then. */
  isFull(): boolean
  close(): void
}

/**
 * Writes frames to the stream under a WebSocket. Frames of one turn go out in one piece, because system calls are the largest
 * part of a message's cost.
 * @param options - `socket` was opened on `stream`; `onTurn` is called when the outbox becomes full or has drained; `onGivenUp`
 * when it did not drain in time
 */
export function createOutbox(options: {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly limits: RelayLimits
  readonly onTurn: () => void
  readonly onGivenUp: () => void
}): Outbox {
  const { socket, stream, limits } = options
  let stalledTimer: NodeJS.Timeout | undefined
  let isGathering = false

  const length = () => stream.writableLength
  const letGo = () => {
    isGathering = false
    stream.uncork()
  }
  const gather = () => {
    isGathering = true
    stream.cork()
    process.nextTick(letGo)
  }
  const onWritten = () => {
    if (stalledTimer === undefined || length() > limits.bufferedLength) return
    clearTimeout(stalledTimer)
    stalledTimer = undefined
    options.onTurn()
  }

  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      if (!isGathering) gather()
      const frame = formatTextFrame(text)
      if (length() + frame.length <= limits.bufferedLength) return void stream.write(frame)
      stream.write(frame, onWritten)
      if (stalledTimer !== undefined) return
      stalledTimer = setTimeout(options.onGivenUp, limits.stalledMs).unref()
      options.onTurn()
    },
    length,
    isFull: () => stalledTimer !== undefined,
    close: () => clearTimeout(stalledTimer),
  }
}
