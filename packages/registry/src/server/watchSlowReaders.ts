import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Closes connections of clients that do not read their answers. */
export type SlowReaderWatch = {
  beforeAnswer(socket: Socket, response: ServerResponse): void
  afterAnswer(socket: Socket, response: ServerResponse): void
  stop(): void
}

/**
 * Watches for clients that do not read. A client that reads a byte now and then is not idle, and would keep its
 * connection and the answers on it for ever. One timer checks all connections: a timer for each answer would cost as
 * much as the answer.
 * @param options - `answerMs`: the time to read an answer, which can become a quarter longer
 */
export function watchSlowReaders({ answerMs }: { readonly answerMs: number }): SlowReaderWatch {
  /** The time since which each connection has unread data. */
  const unreadSince = new Map<Socket, number>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, since] of unreadSince) {
      if (socket.destroyed) unreadSince.delete(socket)
      // Nothing is unread at the moment; more answers can be in progress.
      else if (socket.writableLength === 0) unreadSince.set(socket, now)
      else if (now - since >= answerMs) socket.destroy()
    }
  }, answerMs / 4)
  timer.unref()
  return {
    // Node gives an answer its socket when the earlier answers have been sent.
    beforeAnswer(socket, response) {
      if (response.socket !== null) unreadSince.delete(socket)
    },
    afterAnswer(socket, response) {
      const isUnread = response.socket === null || socket.writableLength > 0
      if (isUnread && !unreadSince.has(socket)) unreadSince.set(socket, performance.now())
    },
    stop: () => clearInterval(timer),
  }
}
