import { base58, base64nopad, hex } from '@scure/base'
import { given } from '../given.ts'
import { asString } from '../read.ts'

const maxLength = 32_770

/**
 * Reads the digits of a signature in hex and returns them in lower case. The text can have `0x`, `0X` or neither, capitals, and
 * spaces around it. Undefined if the text is not hex, or half a byte is missing.
 * @example readHexDigits('0XAB') // 'ab'
 */
export function readHexDigits(text: unknown): string | undefined {
  const digits = asString(text, maxLength)?.trim().replace(/^0x/i, '')
  return digits !== undefined && /^(?:[0-9a-f]{2})*$/i.test(digits) ? digits.toLowerCase() : undefined
}

/**
 * Reads the 64 bytes of a Solana signature in every spelling of wallets: base58 (`solana_signMessage`), base64 with or without
 * padding, base64url, hex with or without `0x`. The length decides which it is. 86 characters can be base58 and base64 alike.
 * Then there are two readings, base58 first, and at most one of them verifies.
 * @example readSolanaSignature(base64.encode(bytes)) // [bytes]
 */
export function readSolanaSignature(text: unknown): readonly Uint8Array[] {
  const given = asString(text, maxLength)?.trim() ?? ''
  const digits = readHexDigits(given)
  if (digits?.length === 128) return [hex.decode(digits)]
  return [readBase58(given), readBase64(given)].flatMap((bytes) => (bytes?.length === 64 ? [bytes] : []))
}

/** Formats bytes as base58: the only spelling that we write for a Solana signature. */
export function formatBase58(bytes: Uint8Array): string {
  given('bytes', bytes, 'bytes')
  return base58.encode(bytes)
}

/**
 * Reads the bytes of a Bitcoin message signature: base64 with or without padding, base64url, or hex. Undefined for any other
 * text.
 */
export function readBitcoinSignature(text: unknown): Uint8Array | undefined {
  const given = asString(text, 4096)?.trim() ?? ''
  const digits = readHexDigits(given)
  if (digits !== undefined) return digits === '' ? undefined : hex.decode(digits)
  return readBase64(given)
}

function readBase58(text: string): Uint8Array | undefined {
  // The time of base58 grows with the square of the length.
  return text.length <= 88 && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? base58.decode(text) : undefined
}

function readBase64(text: string): Uint8Array | undefined {
  const [, digits = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text.replace(/[\r\n]+/g, '')) ?? []
  try {
    const bytes = base64nopad.decode(digits.replaceAll('-', '+').replaceAll('_', '/'))
    return bytes.length > 0 ? bytes : undefined
  } catch {
    // The text ends within a byte, or the bits after the last byte are not zero.
    return undefined
  }
}
