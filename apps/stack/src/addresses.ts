import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The four addresses of a stack, as a browser types them. */
export type StackAddresses = {
  readonly host: string
  readonly wallet: string
  readonly relay: string
  readonly registry: string
}

/** The ports of a stack: four in a row. */
export function stackPorts(port: number) {
  return { host: port, wallet: port + 1, relay: port + 2, registry: port + 3 } as const
}

/** The addresses of a stack that listens on `host` from `port` on. */
export function stackAddresses(host: string, port: number, interfaces = networkInterfaces()): StackAddresses {
  const ports = stackPorts(port)
  const name = publicName(host, interfaces)
  return {
    host: `http://${name}:${ports.host}`,
    wallet: `http://${name}:${ports.wallet}`,
    relay: `ws://${name}:${ports.relay}`,
    registry: `http://${name}:${ports.registry}`,
  }
}

/**
 * The host name in a stack's addresses. Loopback is `localhost`, where pages get camera and clipboard. All interfaces are an
 * address that another machine can reach.
 */
function publicName(host: string, interfaces: ReturnType<typeof networkInterfaces>): string {
  if (host === '127.0.0.1') return 'localhost'
  if (host !== '0.0.0.0' && host !== '::') return isIPv6(host) ? `[${host}]` : host
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find((address) => address.family === 'IPv4' && !address.internal)
  return outside?.address ?? 'localhost'
}
