import { InvalidArgumentError } from '@hawser/wire'

// Connection addresses by request, because a Request cannot carry them. Each entry is collected with its request.
const peers = new WeakMap<Request, string>()

/**
 * Records the address that a request's connection came from, for the limits by address. `@hawser/link/node` does this itself.
 * @returns the same request.
 * @example
 * Bun.serve({ fetch: (request, server) => link.fetch(withPeerAddress(request, server.requestIP(request)?.address)) })
 * Deno.serve((request, { remoteAddr }) => link.fetch(withPeerAddress(request, remoteAddr.hostname)))
 */
export function withPeerAddress(request: Request, address: string | undefined): Request {
  if (typeof request !== 'object' || request === null) throw new InvalidArgumentError('`request` must be a Request.')
  if (typeof address === 'string') peers.set(request, address)
  return request
}

/** Returns the recorded address of a request. */
export function peerOf(request: Request): string | undefined {
  return peers.get(request)
}
