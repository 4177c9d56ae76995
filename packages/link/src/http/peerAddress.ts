import { InvalidArgumentError } from '@hawser/wire'

// What the server knows of a request and a Request cannot hold. Kept by request: gone with it.
const peers = new WeakMap<Request, string>()

/**
 * Notes the address a request's connection came from, for the limits by address: Bun's
 * `server.requestIP(request)?.address`, Deno's `info.remoteAddr.hostname`. `@hawser/link/node` does it by itself.
 * @returns the same request
 */
export function fromPeer(request: Request, address: string | undefined): Request {
  if (typeof request !== 'object' || request === null) throw new InvalidArgumentError('`request` must be a Request.')
  if (typeof address === 'string') peers.set(request, address)
  return request
}

/** The address that was noted. */
export function peerOf(request: Request): string | undefined {
  return peers.get(request)
}
