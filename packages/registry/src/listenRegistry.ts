import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Registry } from './createRegistry.ts'
import { PortTakenError } from './errors.ts'

export type RunningRegistry = { readonly url: string; readonly port: number; stop(): Promise<void> }

/**
 * Serves a registry over HTTP. Port 0 takes any free port.
 * @throws PortTakenError
 */
export async function listenRegistry(
  registry: Registry,
  address: { readonly port: number; readonly host: string },
): Promise<RunningRegistry> {
  const server = createServer(
    getRequestListener((request) => registry.fetch(request), { overrideGlobalObjects: false }),
  )
  // Node's own limits let one slow client hold a socket for five minutes.
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        cause.code === 'EADDRINUSE'
          ? new PortTakenError(`Port ${address.port} is taken. Stop the other program or choose another port.`, {
              cause,
            })
          : cause,
      )
    })
    server.listen(address.port, address.host, resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return {
    url: `http://${host}:${port}`,
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
