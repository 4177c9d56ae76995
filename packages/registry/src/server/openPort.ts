import type { Server } from 'node:http'
import { PortTakenError } from '@hawser/wire'
import { InvalidRegistryOptionError } from '../errors.ts'

/** The address to listen on. */
type Address = {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** The command-line option that chooses the port. */
  readonly option: keyof typeof hostOptions
}

const hostOptions = { port: 'host', 'metrics-port': 'metrics-host' } as const

/**
 * Opens a server's port.
 * @returns the port, which differs from `address.port` if that is 0
 * @throws PortTakenError, InvalidRegistryOptionError
 */
export async function openPort(server: Server, address: Address): Promise<number> {
  const { port, host } = address
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(explainPort(cause, address))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : port
}

/** Turns an error of the system into one sentence for the operator, if the reason is known. */
function explainPort(cause: NodeJS.ErrnoException, { port, host, option }: Address): Error {
  switch (cause.code) {
    case 'EADDRINUSE': {
      const what = option === 'port' ? 'Port' : 'The metrics port'
      const taken = `${what} ${port} is taken by another program. Stop it, or choose another port with --${option}.`
      return new PortTakenError(taken, { cause })
    }
    case 'EACCES':
      return new InvalidRegistryOptionError(
        `This user may not listen on port ${port}. Choose one from 1024 on with --${option}, and let the proxy in front have ${port}.`,
        { cause },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InvalidRegistryOptionError(
        `--${hostOptions[option]} ${host} is not an address of this machine. Use 127.0.0.1 for this machine alone.`,
        { cause },
      )
    default:
      return cause
  }
}
