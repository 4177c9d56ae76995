import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type AddressKey, addressOf } from '@hawser/wire'

/** Finds the address that a connection or request counts for; undefined for none. */
export type VisitorAddress = {
  ofConnection(socket: Socket): AddressKey | undefined
  ofRequest(request: IncomingMessage): AddressKey | undefined
}

/**
 * Creates a reader of addresses. Behind proxies, each request names its own address, and all clients share the
 * connections. Without proxies, a connection has one address, which is read once.
 */
export function createVisitorAddress(trustedProxies: number): VisitorAddress {
  if (trustedProxies > 0) {
    return {
      ofConnection: () => undefined,
      ofRequest({ headers, socket }) {
        const header = headers['x-forwarded-for']
        const forwardedFor = Array.isArray(header) ? header.join(',') : header
        return addressOf({ peer: socket.remoteAddress, forwardedFor, trustedProxies })
      },
    }
  }
  const known = new WeakMap<Socket, { readonly address: AddressKey | undefined }>()
  const ofConnection = (socket: Socket) => {
    const found = known.get(socket)
    if (found !== undefined) return found.address
    const address = addressOf({ peer: socket.remoteAddress, forwardedFor: undefined, trustedProxies })
    known.set(socket, { address })
    return address
  }
  return { ofConnection, ofRequest: ({ socket }) => ofConnection(socket) }
}
