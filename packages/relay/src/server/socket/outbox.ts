import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { RelayLimits } from '../../limits/limits.ts'
import { formatTextFrame } from './formatTextFrame.ts'

/**
 * The output to one client. Frames of one turn go out in one piece, because system calls are the largest part of a message's
 * cost. This is plain data with functions over it, because closures would cost memory on every idle connection.
 */
export type Outbox = {
  readonly socket: WebSocket
  /** The stream on which `socket` was opened. */
  readonly stream: Duplex
  readonly limits: RelayLimits
  /** Called when the outbox becomes full, or has drained. */
  readonly onTurn: () => void
  /** Called when the outbox did not drain in time. */
  readonly onGivenUp: () => void
  /** Set while the outbox has exceeded its limit and not drained yet. */
  stalledTimer: NodeJS.Timeout | undefined
  isGathering: boolean
}

export function createOutbox(options: Omit<Outbox, 'stalledTimer' | 'isGathering'>): Outbox {
  const { socket, stream, limits, onTurn, onGivenUp } = options
  return { socket, stream, limits, onTurn, onGivenUp, stalledTimer: undefined, isGathering: false }
}

/** Sends a text frame, if the socket is open. */
export function send(outbox: Outbox, text: string): void {
  const { socket, stream, limits } = outbox
  if (socket.readyState !== socket.OPEN) return
  if (!outbox.isGathering) gather(outbox)
  const frame = formatTextFrame(text)
  if (unreadLength(outbox) + frame.length <= limits.bufferedLength) return void stream.write(frame)
  stream.write(frame, () => endStall(outbox))
  if (outbox.stalledTimer !== undefined) return
  outbox.stalledTimer = setTimeout(outbox.onGivenUp, limits.stalledMs).unref()
  outbox.onTurn()
}

/** The number of bytes that the client has not read yet. */
export function unreadLength({ stream }: Outbox): number {
  return stream.writableLength
}

/** Whether the outbox has exceeded its limit and not drained yet. The caller must not push then. */
export function isFull({ stalledTimer }: Outbox): boolean {
  return stalledTimer !== undefined
}

export function closeOutbox({ stalledTimer }: Outbox): void {
  clearTimeout(stalledTimer)
}

function gather(outbox: Outbox): void {
  outbox.isGathering = true
  outbox.stream.cork()
  process.nextTick(letGo, outbox)
}

function letGo(outbox: Outbox): void {
  outbox.isGathering = false
  outbox.stream.uncork()
}

function endStall(outbox: Outbox): void {
  if (!isFull(outbox) || unreadLength(outbox) > outbox.limits.bufferedLength) return
  clearTimeout(outbox.stalledTimer)
  outbox.stalledTimer = undefined
  outbox.onTurn()
}
