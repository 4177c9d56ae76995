import { expect, test } from 'vitest'
import { decodeSolanaAddress, decodeSolanaSignature } from './solanaAddress.ts'

const address = 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1'

test('decodeSolanaAddress: reads 32 bytes of base58', () => {
  expect(decodeSolanaAddress(address)).toHaveLength(32)
  // The system program: all zeros, the shortest text there is.
  expect(decodeSolanaAddress('1'.repeat(32))).toEqual(new Uint8Array(32))
})

test.each([
  ['31 bytes', '1'.repeat(31)],
  ['33 bytes', '1'.repeat(33)],
  ['a zero before the address', `1${address}`],
  ['two letters less', address.slice(2)],
  ['a letter base58 has not', `0${address.slice(1)}`],
  ['l, which base58 has not', `l${address.slice(1)}`],
  ['more than 32 bytes in 44 letters', 'z'.repeat(44)],
  ['a space behind', `${address} `],
  ['an address of Ethereum', '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'],
  ['nothing', ''],
  ['a megabyte', '1'.repeat(1_000_000)],
])('decodeSolanaAddress: refuses %s', (_, text) => {
  expect(decodeSolanaAddress(text)).toBeUndefined()
})

test('decodeSolanaSignature: reads exactly 64 bytes', () => {
  expect(decodeSolanaSignature('1'.repeat(64))).toEqual(new Uint8Array(64))
  for (const text of ['1'.repeat(63), '1'.repeat(65), address, 'z'.repeat(88), 'z'.repeat(89)])
    expect(decodeSolanaSignature(text)).toBeUndefined()
})
