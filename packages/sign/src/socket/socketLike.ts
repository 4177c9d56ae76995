/** The part of a WebSocket that we use. */
export type SocketLike = {
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent) => unknown) | null
  onerror: ((event: Event) => unknown) | null
  onclose: ((event: CloseEvent) => unknown) | null
  send(text: string): void
  /** With 1000 nobody needs it any more; with other codes it is given up as dead. */
  close(code?: number): void
}
