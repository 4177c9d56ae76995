/** What is used of a WebSocket. */
export type SocketLike = {
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent) => unknown) | null
  onerror: ((event: Event) => unknown) | null
  onclose: ((event: CloseEvent) => unknown) | null
  send(text: string): void
  /** With 1000 nobody needs it any more; otherwise it is given up for dead. */
  close(code?: number): void
}
