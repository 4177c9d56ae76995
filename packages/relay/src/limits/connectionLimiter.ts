import type { Socket } from 'node:net'
import type { AddressKey } from '@hawser/wire'
import type { RelayLimits } from './limits.ts'

/** Connections reserved for addresses that have none, such as a new client or a health check of the relay. */
const spare = 16

/**
 * Creates a check of new TCP connections before they send anything, so that no address can use all connections. An admitted
 * connection counts until it closes.
 * @param options - `connections` is the total; `addressOf` undefined: not limited by address
 */
export function createConnectionLimiter(options: {
  readonly limits: Pick<RelayLimits, 'connectionsPerAddress'>
  readonly connections: number
  readonly addressOf: (socket: Socket) => AddressKey | undefined
}): (socket: Socket) => boolean {
  const { limits, connections, addressOf } = options
  const byAddress = new Map<AddressKey, number>()
  // The admitted connections, and as many again that wait for their refusal.
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
    // `once` would keep a wrapper in memory for as long as the client stays.
    socket.on('close', () => {
      count -= 1
      if (address === undefined) return
      const left = (byAddress.get(address) ?? 0) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    return true
  }
}
