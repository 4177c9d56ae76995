import { base58 } from '@scure/base'

/**
 * Decodes the 32 bytes of a Solana address. Undefined if the text is not an address. `link`, which has the curve, checks that
 * the bytes are a point on it: a key, not the address of a program.
 */
export function decodeSolanaAddress(text: string): Uint8Array | undefined {
  return decodeBase58(text, 32)
}

/** Decodes the 64 bytes of a Solana signature in base58, as `solana_signMessage` returns it. Undefined for any other text. */
export function decodeSolanaSignature(text: string): Uint8Array | undefined {
  return decodeBase58(text, 64)
}

/**
 * Accepts only the one canonical text of a value. The time of base58 grows with the square of the length, hence the bound
 * before it.
 */
function decodeBase58(text: string, length: 32 | 64): Uint8Array | undefined {
  // `length` bytes have `length` digits if all bytes are zero, and at most length × log 256 / log 58 digits.
  if (
    typeof text !== 'string' ||
    text.length < length ||
    text.length > Math.ceil(length * 1.3658) ||
    !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)
  )
    return undefined
  const bytes = base58.decode(text)
  return bytes.length === length && base58.encode(bytes) === text ? bytes : undefined
}
