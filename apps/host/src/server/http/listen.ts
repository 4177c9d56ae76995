import { createAdaptorServer } from '@hono/node-server'

/** A server under way. `port` is the one it got, of use when 0 was asked for. */
export type Listening = { readonly port: number; stop(): Promise<void> }

/** Where a request's connection comes from. */
export type ClientConnection = { readonly address: string | undefined }

// Requests under way may finish in this time; then their sockets are cut.
const drainMs = 500

/**
 * Serves web-standard requests over HTTP/1.1 at one address until stopped.
 * @throws NodeJS.ErrnoException - `EADDRINUSE` and its like, as Node gives it
 */
export async function listen(options: {
  readonly fetch: (request: Request, client: ClientConnection) => Response | Promise<Response>
  readonly port: number
  readonly host: string
}): Promise<Listening> {
  const { port, host } = options
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => options.fetch(request, { address: incoming.socket.remoteAddress }),
    overrideGlobalObjects: false,
  })
  if ('requestTimeout' in server) {
    server.requestTimeout = 30_000
    server.headersTimeout = 10_000
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        const cut = () => 'closeAllConnections' in server && server.closeAllConnections()
        const timer = setTimeout(cut, drainMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      }),
  }
}
