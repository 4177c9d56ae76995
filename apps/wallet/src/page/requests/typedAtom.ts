import { numberToBytesBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidTypedDataError } from '../../errors.ts'
import { formatAddress } from '../accounts/ethereumAccount.ts'

/** A single value: the text to show, and the 32 bytes to sign. */
export type Atom = { readonly value: string; readonly encoded: Uint8Array }

/** Encodes a value of an atomic or dynamic type (EIP-712, "Definition of encodeData"; InvalidTypedDataError). */
export function encodeAtom(type: string, given: unknown): Atom {
  switch (type) {
    case 'string':
      return encodeText(given)
    case 'bytes': {
      const bytes = readBytes(given)
      return { value: `0x${bytesToHex(bytes)}`, encoded: keccak_256(bytes) }
    }
    case 'bool':
      if (typeof given !== 'boolean') throw invalid('A value is neither true nor false.')
      return { value: String(given), encoded: numberToBytesBE(given ? 1n : 0n, 32) }
    case 'address': {
      const bytes = readBytes(given, 20)
      return { value: formatAddress(bytes), encoded: concatBytes(new Uint8Array(12), bytes) }
    }
    default:
      return encodeSized(type, given)
  }
}

function encodeText(given: unknown): Atom {
  // Half a surrogate pair has no UTF-8 form: the wallet would sign another text than it shows.
  if (typeof given !== 'string' || /\p{Surrogate}/u.test(given)) throw invalid('A value is no text.')
  return { value: given, encoded: keccak_256(utf8ToBytes(given)) }
}

function encodeSized(type: string, given: unknown): Atom {
  const [, kind, sizeText = ''] = /^(uint|int|bytes)([1-9]\d{0,2})$/.exec(type) ?? []
  const size = Number(sizeText)
  if (kind === 'bytes' && size <= 32) {
    const bytes = readBytes(given, size)
    return { value: `0x${bytesToHex(bytes)}`, encoded: concatBytes(bytes, new Uint8Array(32 - size)) }
  }
  if ((kind !== 'uint' && kind !== 'int') || size > 256 || size % 8 !== 0) throw invalid('A type is unknown.')
  const number = readInteger(given)
  const bits = BigInt(size)
  const [least, most] = kind === 'uint' ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  if (number < least || number > most) throw invalid('A number does not fit its type.')
  return { value: String(number), encoded: numberToBytesBE(BigInt.asUintN(256, number), 32) }
}

function readInteger(given: unknown): bigint {
  if (typeof given === 'number' && Number.isSafeInteger(given)) return BigInt(given)
  if (typeof given === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(given)) return BigInt(given)
  throw invalid('A value is no whole number.')
}

function readBytes(given: unknown, length?: number): Uint8Array {
  if (typeof given !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(given)) throw invalid('A value is no hex.')
  const bytes = hexToBytes(given.slice(2))
  if (length !== undefined && bytes.length !== length) throw invalid('Bytes have another length than their type.')
  return bytes
}

/** Makes the error for typed data that cannot be signed. */
export function invalid(message: string): InvalidTypedDataError {
  return new InvalidTypedDataError(message)
}
