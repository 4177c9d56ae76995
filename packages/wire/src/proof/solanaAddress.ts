import { base58 } from '@scure/base'

/**
 * The 32 bytes of a Solana address, undefined when the text is not an address. Whether they are a point of the curve, and so a key and
 * not an address of a program, is checked where the curve is at hand, in `link`.
 */
export function decodeSolanaAddress(text: string): Uint8Array | undefined {
  return decodeBase58(text, 32)
}

/** The 64 bytes of a Solana signature as `solana_signMessage` gives it, in base58; undefined for any other text. */
export function decodeSolanaSignature(text: string): Uint8Array | undefined {
  return decodeBase58(text, 64)
}

/** One text for every value, and none but it. Base58 takes time by the square of the length, hence the bound before it. */
function decodeBase58(text: string, length: 32 | 64): Uint8Array | undefined {
  // `length` bytes are `length` digits when all are zero, and length × log 256 / log 58 of them at most.
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
