import type { Server } from 'node:http'
import { PortTakenError, RelayStoppedError } from '../errors.ts'
import { loggable, type RelayLogger } from '../logger.ts'

/**
 * Opens a server's port. What goes wrong with it later is only logged: a connection that cannot be accepted, for want of
 * descriptors or memory, is no reason to drop those that were.
 * @param options - `port` 0 takes a free one; `taken` says what to do when somebody else has it
 * @returns the port
 * @throws PortTakenError, RelayStoppedError
 */
export async function openPort(options: {
  readonly server: Server
  readonly port: number
  readonly host: string
  readonly taken: string
  readonly logger: RelayLogger
}): Promise<number> {
  const { server, port, host, taken, logger } = options
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'EADDRINUSE' ? new PortTakenError(taken, { cause }) : cause)
    server.once('error', fail)
    // Closed while it looks the host up, a server only says that it is closed.
    server.once('close', () => reject(new RelayStoppedError('This relay was stopped. Create another one.')))
    server.listen(port, host, () => {
      server.on('error', (error) => logger.error({ error: loggable(error) }, 'the port failed'))
      server.off('error', fail)
      resolve()
    })
  })
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : port
}
