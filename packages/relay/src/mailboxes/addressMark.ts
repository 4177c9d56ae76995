import { hash } from 'node:crypto'
import type { AddressKey } from '@hawser/wire'

/**
 * A mark that a store keeps in place of an address, to count a message against its share. A reader of the store sees
 * which messages came from one address, but not which address, unless they try all there are.
 */
export function markOf(address: AddressKey, salt: string): string {
  return hash('sha256', `${salt} ${address}`).slice(0, 16)
}
