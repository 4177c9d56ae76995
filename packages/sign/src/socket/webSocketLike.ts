/**
 * A handler whose parameter is compared in both directions. The events of a browser and of the package `ws` have different types,
 * and this package only sets handlers.
 */
type Handler<E> = { handle(event: E): unknown }['handle'] | null

/** The part of a WebSocket that this package uses. A browser's WebSocket has it, and that of the package `ws`. */
export type WebSocketLike = {
  onopen: Handler<unknown>
  onmessage: Handler<{ readonly data: unknown }>
  onerror: Handler<unknown>
  onclose: Handler<{ readonly code: number; readonly reason: string }>
  send(text: string): void
  /** With 1000, the page no longer needs the socket. With other codes, the page gives it up as dead. */
  close(code?: number): void
}
