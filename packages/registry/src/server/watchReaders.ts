import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Closes connections of clients that do not read their answers. */
export type ReaderWatch = {
  beforeAnswer(socket: Socket, response: ServerResponse): void
  afterAnswer(socket: Socket, response: ServerResponse): void
  stop(): void
}

/**
 * Watches for clients that do not read. One that reads a byte now and then is not idle, and would keep its connection
 * and the answers on it for ever. It regularly looks at all of them: a timer for each answer would cost as much as the
 * answer.
 * @param options - `answerMs`: the time to read an answer; it may become a quarter more
 */
export function watchReaders({ answerMs }: { readonly answerMs: number }): ReaderWatch {
  /** Since when there is unread data. */
  const unreadSince = new Map<Socket, number>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, since] of unreadSince) {
      if (socket.destroyed) unreadSince.delete(socket)
      // Nothing at the moment; more answers may be in the making.
      else if (socket.writableLength === 0) unreadSince.set(socket, now)
      else if (now - since >= answerMs) socket.destroy()
    }
  }, answerMs / 4)
  timer.unref()
  return {
    // Node gives an answer its socket when the earlier ones are gone.
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
