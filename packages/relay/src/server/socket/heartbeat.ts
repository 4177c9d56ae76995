import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/**
 * Detects clients that are gone, or whose message never ends, and keeps slow ones. This is plain data with functions over it,
 * because closures would cost memory on every idle connection.
 */
export type Heartbeat = {
  readonly socket: WebSocket
  readonly stream: Duplex
  /** The time of the first unanswered ping. */
  pingedAt: number | undefined
  lastReceipt: string
  /** The number of bytes read that belong to complete messages. */
  finished: number
  readBefore: number
  /** The last time at which no message was arriving. */
  restedAt: number
}

// The number of bytes of a message that can remain unfinished: the count is slightly off when frames arrive together.
const unfinishedLength = 4_096
const controlHeaderLength = 6

/** @param stream - the stream on which `socket` was opened */
export function createHeartbeat(socket: WebSocket, stream: Duplex): Heartbeat {
  const read = bytesRead(stream)
  return {
    socket,
    stream,
    pingedAt: undefined,
    lastReceipt: '',
    finished: read,
    readBefore: read,
    restedAt: performance.now(),
  }
}

/** Records that a whole message arrived. */
export function heardMessage(heartbeat: Heartbeat): void {
  heartbeat.pingedAt = undefined
  heartbeat.finished = bytesRead(heartbeat.stream)
}

/** Records that a ping or a pong with `length` bytes arrived. */
export function heardControl(heartbeat: Heartbeat, length: number): void {
  heartbeat.pingedAt = undefined
  heartbeat.finished += controlHeaderLength + length
}

/**
 * Sends a ping with this payload. Later beats carry the same payload, because a client may answer only the last of several
 * pings (RFC 6455 5.5.3).
 */
export function pingWith(heartbeat: Heartbeat, receipt: string): void {
  heartbeat.lastReceipt = receipt
  ping(heartbeat)
}

/** How long a relay waits for the answer to a ping, and for the end of a message, in milliseconds. */
export type Patience = { readonly pongMs: number; readonly messageMs: number }

/** Drops no clients. */
export const endlessPatience: Patience = {
  pongMs: Number.POSITIVE_INFINITY,
  messageMs: Number.POSITIVE_INFINITY,
}

/**
 * Sends a ping. Drops a client that left a ping unanswered for `pongMs` and has sent nothing since, and one whose message has
 * been arriving for `messageMs`.
 */
export function beat(heartbeat: Heartbeat, { pongMs, messageMs }: Patience): void {
  const { socket, stream } = heartbeat
  const now = performance.now()
  const read = bytesRead(stream)
  // A client cannot answer a ping in the middle of a frame.
  if (read > heartbeat.readBefore) heartbeat.pingedAt = undefined
  heartbeat.readBefore = read
  if (read - heartbeat.finished <= unfinishedLength) heartbeat.restedAt = now
  if (now - heartbeat.restedAt >= messageMs) socket.close(1008, 'A message took too long to arrive.')
  if (heartbeat.pingedAt !== undefined && now - heartbeat.pingedAt >= pongMs) socket.terminate()
  heartbeat.pingedAt ??= now
  ping(heartbeat)
}

function bytesRead(stream: Duplex): number {
  return stream instanceof Socket ? stream.bytesRead : 0
}

function ping({ socket, lastReceipt }: Heartbeat): void {
  if (socket.readyState === socket.OPEN) socket.ping(lastReceipt)
}
