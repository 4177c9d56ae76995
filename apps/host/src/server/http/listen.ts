import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** A running server. `port` is the port it listens on, of use when 0 was requested. */
export type RunningServer = { readonly port: number; stop(): Promise<void> }

/** The origin of a request's connection: its remote address. */
export type ClientConnection = { readonly address: string | undefined }

// Requests in progress can finish in this time, in milliseconds; then their sockets are cut.
const drainMs = 500

/** Serves web-standard requests over HTTP/1.1 until stopped. Rejects with Node's own error, such as `EADDRINUSE`. */
export async function listen(options: {
  readonly fetch: (request: Request, client: ClientConnection) => Response | Promise<Response>
  readonly port: number
  readonly host: string
}): Promise<RunningServer> {
  const answer = getRequestListener(
    (request, { incoming }) => options.fetch(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  )
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, answer)
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    stop: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), drainMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}
