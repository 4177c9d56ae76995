import type { Socket } from 'node:net'
import type { AddressKey } from '@hawser/wire'

/**
 * Whether a new TCP connection may stay, before it sends anything: no address may have all of them. It counts until it
 * is closed.
 * @param options - `addressOf` undefined: no limit, as behind a proxy, whose connections belong to everybody
 */
export function createConnectionShares(options: {
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
