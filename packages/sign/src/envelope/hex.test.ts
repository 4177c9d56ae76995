import { InvalidArgumentError } from '@hawser/wire'
import { bytesToHex as nobleHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from './hex.ts'

test('hex: reads and writes the same as another library', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(bytesToHex(bytes)).toBe(nobleHex(bytes))
      expect(hexToBytes(bytesToHex(bytes).toUpperCase())).toEqual(bytes)
    }),
  )
})

test('hex: refuses an odd length, a foreign character and a sign', () => {
  for (const text of ['a', '0x', 'zz', '+1', ' 1', '1 ', '１２', '0g'])
    expect(() => hexToBytes(text)).toThrow(InvalidArgumentError)
})
