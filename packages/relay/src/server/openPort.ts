import type { Server } from 'node:http'
import { PortTakenError } from '@hawser/wire'
import { InvalidRelayOptionError, RelayStoppedError } from '../errors.ts'
import { loggable, type RelayLogger } from '../logger.ts'

/** The address to listen on. */
type Address = {
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  /** The command-line option that sets the port. */
  readonly option: keyof typeof hostOptions
}

const hostOptions = { port: 'host', 'metrics-port': 'metrics-host' } as const

/**
 * Opens a server's port. Later errors are only logged: a connection that cannot be accepted, for lack of descriptors or memory,
 * is no reason to drop the others.
 * @returns the port
 * @throws PortTakenError, RelayStoppedError, InvalidRelayOptionError
 */
export async function openPort(
  options: Address & { readonly server: Server; readonly logger: RelayLogger },
): Promise<number> {
  const { server, port, host, logger } = options
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(explainPort(cause, options))
    server.once('error', fail)
    // A server that is closed while it looks up the host only reports that it is closed.
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

/** Explains the system's error in one sentence for the operator, if the reason is known. */
function explainPort(cause: NodeJS.ErrnoException, { port, host, option }: Address): Error {
  switch (cause.code) {
    case 'EADDRINUSE': {
      const what = option === 'port' ? 'Port' : 'The metrics port'
      const taken = `${what} ${port} is taken by another program. Stop it, or choose another port with --${option}.`
      return new PortTakenError(taken, { cause })
    }
    case 'EACCES':
      return new InvalidRelayOptionError(
        `This user may not listen on port ${port}. Choose one from 1024 on with --${option}, and let the proxy in front have ${port}.`,
        { cause },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InvalidRelayOptionError(
        `--${hostOptions[option]} ${host} is not an address of this machine. Use 127.0.0.1 for this machine alone.`,
        { cause },
      )
    default:
      return cause
  }
}
