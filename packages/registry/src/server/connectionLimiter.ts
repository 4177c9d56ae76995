import type { Socket } from 'node:net'
import type { AddressKey } from '@hawser/wire'

/**
 * Creates a test of whether a new TCP connection may stay, before it sends anything, so that no address has all
 * connections. A connection counts until it is closed.
 * @param options - `addressOf` returns undefined for a connection without a limit, such as that of a proxy, which all
 * clients share
 */
export function createConnectionLimiter(options: {
  readonly perAddress: number
  readonly addressOf: (socket: Socket) => AddressKey | undefined
}): (socket: Socket) => boolean {
  const { perAddress, addressOf } = options
  const counts = new Map<AddressKey, number>()
  return (socket) => {
    const address = addressOf(socket)
    if (address === undefined) return true
    const count = counts.get(address) ?? 0
    if (count >= perAddress) return false
    counts.set(address, count + 1)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 0) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    return true
  }
}
