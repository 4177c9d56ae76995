/** The part of a WebSocket that this package uses. */
export type SocketLike = {
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent) => unknown) | null
  onerror: ((event: Event) => unknown) | null
  onclose: ((event: CloseEvent) => unknown) | null
  send(text: string): void
  /** With 1000, the page no longer needs the socket. With other codes, the page gives it up as dead. */
  close(code?: number): void
}
