import { once } from 'node:events'
import type { Server } from 'node:net'

export type Listening = { readonly port: number; stop(): void }

/** Listens on any free port, for this machine alone. */
export async function listenOnLoopback(server: Server & { closeAllConnections?(): void }): Promise<Listening> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server got no port.')
  return {
    port: address.port,
    stop() {
      server.close()
      server.closeAllConnections?.()
    },
  }
}
