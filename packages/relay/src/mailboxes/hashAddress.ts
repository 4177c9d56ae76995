import { hash } from 'node:crypto'
import type { AddressKey } from '@hawser/wire'

/**
 * A hash that a store keeps in place of an address, to count messages against the address's share. A reader of the store sees
 * which messages came from one address, but not which address, unless they try every possible address.
 */
export function hashAddress(address: AddressKey, salt: string): string {
  return hash('sha256', `${salt} ${address}`).slice(0, 16)
}
