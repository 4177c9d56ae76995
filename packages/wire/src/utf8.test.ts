import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeUtf8 } from './utf8.ts'

test('F31a decodeUtf8: reads every text as TextDecoder does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a lone continuation', [0x80]],
  ['a cut sequence', [0xe2, 0x82]],
  ['an overlong one', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
])('F31a decodeUtf8: refuses %s', (_, bytes) => {
  expect(() => decodeUtf8(Uint8Array.from(bytes))).toThrow(URIError)
})
