import { readHexDigits } from '@hawser/wire'
import { hexToBytes } from '@noble/hashes/utils.js'

/** Maximum bytes of a transaction of any version. */
const maxBytes = 4096

/**
 * Tells whether a text is a Solana transaction that an account should sign or has signed, in base64, base58 or hex. A
 * transaction has signatures, then a message whose header requires the same number and which names the account. It is never a
 * proof.
 * @param publicKey - the account's, 32 bytes
 */
export function isSolanaTransaction(text: string, publicKey: Uint8Array): boolean {
  return [readBase64(text), readBase58(text), readHex(text)].some(
    (bytes) => bytes !== undefined && isTransaction(bytes, publicKey),
  )
}

function isTransaction(bytes: Uint8Array, publicKey: Uint8Array): boolean {
  const count = bytes[0] ?? 0
  const message = bytes.subarray(1 + 64 * count)
  // The top bit means that a version comes first. Without it, the first byte is the number of signatures.
  const required = (message[0] ?? 0) >= 0x80 ? message[1] : message[0]
  return count > 0 && count < 0x80 && required === count && indexOf(message, publicKey) > 0
}

function indexOf(bytes: Uint8Array, part: Uint8Array): number {
  return bytes.findIndex((_, start) => part.every((byte, index) => bytes[start + index] === byte))
}

function readBase64(text: string): Uint8Array | undefined {
  const digits = text
    .trim()
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (digits.length > (maxBytes * 4) / 3 + 2 || !/^[A-Za-z0-9+/]+$/.test(digits)) return undefined
  try {
    return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0))
  } catch {
    // Not a whole number of bytes.
    return undefined
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes base58 up to the length of a transaction before version 1, because decoding takes quadratic time. */
function readBase58(text: string): Uint8Array | undefined {
  const digits = text.trim()
  if (digits.length > 1684 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(digits)) return undefined
  const number = [...digits].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n)
  const hex = number.toString(16)
  return hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'))
}

function readHex(text: string): Uint8Array | undefined {
  const digits = readHexDigits(text)
  return digits === undefined || digits.length > maxBytes * 2 ? undefined : hexToBytes(digits)
}
