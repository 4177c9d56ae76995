import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the relay answers over plain HTTP. */
export function respond(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split('?', 1)[0]
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const [status, text] =
    path === '/healthz' && isRead
      ? [200, 'ok']
      : path === '/'
        ? [426, 'This is a relay: open it as a WebSocket.']
        : [404, 'Not found.']
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 426 ? { upgrade: 'websocket' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
