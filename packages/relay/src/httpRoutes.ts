import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** What the relay answers over plain HTTP. */
export function createHttpRoutes(options: { readonly isReady: () => Promise<boolean> }): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path === '/readyz' && isRead) {
      void options
        .isReady()
        .then((isReady) =>
          isReady ? send(request, response, 200, 'ready') : send(request, response, 503, 'not ready'),
        )
      return
    }
    if (path === '/healthz' && isRead) return send(request, response, 200, 'ok')
    if (path === '/') return send(request, response, 426, 'This is a relay: open it as a WebSocket.')
    send(request, response, 404, 'Not found.')
  }
}

function send(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 426 ? { upgrade: 'websocket' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
