import { hash } from 'node:crypto'
import type { AddressKey } from '@hawser/wire'

// Many messages come from one address, and each keeps its hash: one text for all of them, hashed once.
const mostRemembered = 4_096

/**
 * Creates the function that hashes an address. A store keeps the hash in place of the address, to count messages against the
 * address's share. A reader of the store sees which messages came from one address, but not which address, unless they try every
 * possible address.
 */
export function createHashAddress(salt: string): (address: AddressKey) => string {
  const known = new Map<AddressKey, string>()
  return (address) => {
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    const hashed = hash('sha256', `${salt} ${address}`).slice(0, 16)
    if (known.size >= mostRemembered) known.clear()
    known.set(address, hashed)
    return hashed
  }
}
