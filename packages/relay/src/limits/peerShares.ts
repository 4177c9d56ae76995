import type { Socket } from 'node:net'
import type { AddressKey } from '@hawser/wire'
import type { RelayLimits } from './limits.ts'

/** Connections kept for addresses that have none: somebody new, or whoever looks after the relay's health. */
const spare = 16

/**
 * Whether a new TCP connection may stay, before it has said a word: no address has all of them. It counts until the
 * connection is closed.
 * @param options - `connections` is how many there may be; `addressOf` undefined: not to be limited
 */
export function createPeerShares(options: {
  readonly limits: Pick<RelayLimits, 'connectionsPerAddress'>
  readonly connections: number
  readonly addressOf: (socket: Socket) => AddressKey | undefined
}): (socket: Socket) => boolean {
  const { limits, connections, addressOf } = options
  const byAddress = new Map<AddressKey, number>()
  // Those let in, and as many again that wait to be refused with a word.
  const share = 2 * limits.connectionsPerAddress
  const shared = connections - Math.min(spare, Math.floor(connections / 2))
  let count = 0

  const isOver = (mine: number) => mine >= share || (mine > 0 && count >= shared)
  return (socket) => {
    const address = addressOf(socket)
    const mine = address === undefined ? 0 : (byAddress.get(address) ?? 0)
    if (isOver(mine)) return false
    count += 1
    if (address !== undefined) byAddress.set(address, mine + 1)
    socket.once('close', () => {
      count -= 1
      if (address === undefined) return
      const left = (byAddress.get(address) ?? 0) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    return true
  }
}
