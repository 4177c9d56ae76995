import { readFileSync } from 'node:fs'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestWallet } from '../createTestHost.fixture.ts'
import { ProofInvalidError } from '../errors.ts'
import { maxSignatureBytes, parseContractSignature } from './contractSignature.ts'
import { hashPersonalMessage } from './eip155.ts'
import { recoverAddress } from './eip155Signature.ts'

type Vectors = {
  magicBytes: string
  parse6492: {
    name: string
    in: string
    wrapped: boolean
    factory?: string
    factoryCalldata?: string
    innerSignature?: string
  }[]
  eoa: { address: string; messageRawHex: string; signature: string }[]
}
const file = new URL('../../../../test/vectors/eip1271-6492/viem-derived.json', import.meta.url)
const vectors: Vectors = JSON.parse(readFileSync(file, 'utf8'))
const magic = vectors.magicBytes.slice(2)

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const padded = (hex: string) => hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

/** Returns `abi.encode(factory, calldata, signature) ‖ magic`. Each part can be replaced. */
function wrap(
  parts: { factory?: string; calldata?: string; signature?: string; places?: readonly string[] } = {},
): string {
  const { factory = word(0xfac), calldata = 'deadbeef', signature = 'ab'.repeat(65), places } = parts
  const first = word(calldata.length / 2) + padded(calldata)
  const [one, two] = places ?? [word(96), word(96 + first.length / 2)]
  return `0x${factory}${one}${two}${first}${word(signature.length / 2)}${padded(signature)}${magic}`
}

describe('vectors', () => {
  test.each(vectors.parse6492)('parse: $name', (vector) => {
    const { signature, factory } = parseContractSignature(vector.in)
    // Compared as a boolean, so that the output of a failing test contains no signature.
    expect(`0x${bytesToHex(signature)}` === (vector.innerSignature ?? vector.in)).toBe(true)
    expect(factory?.address).toBe(vector.wrapped ? vector.factory?.toLowerCase() : undefined)
    expect(factory && `0x${bytesToHex(factory.calldata)}`).toBe(vector.factoryCalldata)
  })
  test.each(vectors.eoa)('a key: $address', async ({ address, messageRawHex, signature }) => {
    const message = new TextDecoder().decode(hexToBytes(messageRawHex.slice(2)))
    expect(await recoverAddress({ hash: hashPersonalMessage(message), signature })).toBe(address.toLowerCase())
  })
})

test('any whole bytes up to the limit are a signature: none, few, 64, 65, 16 KiB', () => {
  for (const length of [0, 1, 31, 32, 64, 65, 66, maxSignatureBytes]) {
    const { signature, factory } = parseContractSignature(`0x${'aB'.repeat(length)}`)
    expect([signature.length, factory]).toEqual([length, undefined])
  }
})

test('F01 the same bytes without 0x, in capitals, and with a line end', () => {
  for (const hex of ['0xabcd', 'abcd', '0XABCD', 'ABCD', '0xabcd\n'])
    expect([...parseContractSignature(hex).signature]).toEqual([0xab, 0xcd])
})

test.each([
  ['half a byte', '0xabc'],
  ['nothing', ''],
  ['a text that is not hex', '0xzz'],
  ['a line end within', '0xab\ncd'],
  ['a byte more than 16 KiB (T-48)', `0x${'ab'.repeat(maxSignatureBytes + 1)}`],
])('refused: %s', (_, hex) => {
  expect(() => parseContractSignature(hex)).toThrow(ProofInvalidError)
})

describe('ERC-6492', () => {
  test('unwraps a wrapper with its parts in any order', () => {
    const { signature, factory } = parseContractSignature(wrap())
    expect(bytesToHex(signature) === 'ab'.repeat(65)).toBe(true)
    expect([factory?.address, bytesToHex(factory?.calldata ?? new Uint8Array())]).toEqual([
      `0x${'fac'.padStart(40, '0')}`,
      'deadbeef',
    ])
    const swapped = parseContractSignature(wrap({ places: [word(160), word(96)] }))
    expect([swapped.signature.length, swapped.factory?.calldata.length]).toEqual([4, 65])
    expect(parseContractSignature(wrap({ calldata: '', signature: '' })).signature).toHaveLength(0)
  })

  test.each([
    ['the magic bytes alone', `0x${magic}`],
    ['two words and the magic bytes', `0x${word(1)}${word(96)}${magic}`],
    ['no factory', wrap({ factory: word(0) })],
    ['a factory of more than 20 bytes', wrap({ factory: word(2n ** 160n) })],
    ['a place behind the end', wrap({ places: [word(96), word(4096)] })],
    ['a place that no number can hold', wrap({ places: [word(96), word(2n ** 256n - 1n)] })],
    ['a place at the end', wrap({ places: [word(96), word(288)] })],
    ['a length behind the end', wrap({ places: [word(0), word(160)] })],
    ['a wrapper within', wrap({ signature: wrap().slice(2) })],
    ['a wrapper within a wrapper within', wrap({ signature: wrap({ signature: wrap().slice(2) }).slice(2) })],
  ])('refused: %s', (_, hex) => {
    expect(() => parseContractSignature(hex)).toThrow(ProofInvalidError)
  })

  test('answers or refuses for any bytes before the magic ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat({ max: 400 }), (bytes, start) => {
        const valid = hexToBytes(wrap().slice(2))
        valid.set(bytes.subarray(0, Math.max(0, valid.length - 32 - start)), Math.min(start, valid.length - 32))
        try {
          const { signature, factory } = parseContractSignature(`0x${bytesToHex(valid)}`)
          expect(signature.length + (factory?.calldata.length ?? 0)).toBeLessThanOrEqual(2 * valid.length)
        } catch (error) {
          expect(error).toBeInstanceOf(ProofInvalidError)
        }
      }),
    )
  })

  test('errors repeat nothing of the input', () => {
    const sent = createTestWallet(1).sign('x')
    for (const hex of [wrap({ signature: `${sent.slice(2)}${magic}` }), `${sent}a`]) {
      expect(() => parseContractSignature(hex)).toThrow(ProofInvalidError)
      try {
        parseContractSignature(hex)
      } catch (error) {
        expect(String(error).includes(sent.slice(4, 20))).toBe(false)
      }
    }
  })
})
