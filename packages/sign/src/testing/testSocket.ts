/** A socket to a relay in memory, with both its ends. */
export type TestSocket = {
  /** The client's end. */
  readonly webSocket: WebSocket
  open(): void
  receive(text: string): void
  /** Ends the connection from the relay's side. */
  lose(code: number, reason: string): void
}

/** Creates a socket that is not open yet. `onText` receives each text that the client sends, after the client's own turn. */
export function createTestSocket(options: {
  readonly url: string
  onText(text: string): void
  onClose(): void
}): TestSocket {
  const states = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const
  const changing: Pick<WebSocket, 'onopen' | 'onmessage' | 'onerror' | 'onclose'> & {
    readyState: WebSocket['readyState']
  } = {
    readyState: states.CONNECTING,
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
  }
  const webSocket = Object.assign(new EventTarget(), {
    ...states,
    ...changing,
    url: options.url,
    protocol: '',
    extensions: '',
    binaryType: 'blob' as const,
    bufferedAmount: 0,
    send(data: unknown) {
      if (webSocket.readyState === states.OPEN) queueMicrotask(() => options.onText(String(data)))
    },
    close() {
      if (webSocket.readyState === states.CLOSED) return
      webSocket.readyState = states.CLOSING
      options.onClose()
      queueMicrotask(() => lose(1005, ''))
    },
  })

  function tell<E extends Event>(event: E, handler: ((this: WebSocket, event: E) => unknown) | null): void {
    handler?.call(webSocket, event)
    webSocket.dispatchEvent(event)
  }

  function lose(code: number, reason: string): void {
    if (webSocket.readyState === states.CLOSED) return
    webSocket.readyState = states.CLOSED
    // Node 20 has no CloseEvent.
    tell(Object.assign(new Event('close'), { code, reason, wasClean: code === 1005 }), webSocket.onclose)
  }

  return {
    webSocket,
    open() {
      webSocket.readyState = states.OPEN
      tell(new Event('open'), webSocket.onopen)
    },
    receive(data) {
      if (webSocket.readyState === states.OPEN) tell(new MessageEvent('message', { data }), webSocket.onmessage)
    },
    lose,
  }
}
