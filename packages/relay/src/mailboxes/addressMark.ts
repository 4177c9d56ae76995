import { hash } from 'node:crypto'
import type { AddressKey } from '@hawser/wire'

/**
 * What a store keeps in the place of an address, to tell whose share a message counts against: whoever reads the store sees
 * which messages came from one address, and not which that was, unless they try all there are.
 */
export function markOf(address: AddressKey, salt: string): string {
  return hash('sha256', `${salt} ${address}`).slice(0, 16)
}
