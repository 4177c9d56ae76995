import type { Server } from 'node:http'
import { PortTakenError } from '../errors.ts'

/**
 * Opens a server's port; 0 takes a free one.
 * @param options - `taken` says what to do when somebody else has it
 * @returns the port
 * @throws PortTakenError
 */
export async function openPort(
  server: Server,
  options: { readonly port: number; readonly host: string; readonly taken: string },
): Promise<number> {
  const { port, host, taken } = options
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'EADDRINUSE' ? new PortTakenError(taken, { cause }) : cause)
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : port
}
