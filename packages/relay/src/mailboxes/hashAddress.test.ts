import { expect, test } from 'vitest'
import { createHashAddress } from './hashAddress.ts'

test('hashAddress: one hash for an address, another for each address and each store', () => {
  const hashAddress = createHashAddress('salt')
  const hashes = Array.from({ length: 5_000 }, (_, place) => hashAddress(`192.0.2.${place}`))
  expect(new Set(hashes).size).toBe(5_000)
  // More addresses than are remembered: the first is hashed again.
  expect(hashAddress('192.0.2.0')).toBe(hashes[0])
  expect(hashAddress('192.0.2.0')).toMatch(/^[0-9a-f]{16}$/)
  expect(createHashAddress('other salt')('192.0.2.0')).not.toBe(hashes[0])
})
