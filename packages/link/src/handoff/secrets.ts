import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Creates a secret of 256 bits as 43 characters that need no escaping in addresses and headers. */
export function createSecret(randomBytes: (length: number) => Uint8Array): string {
  const text = btoa(String.fromCharCode(...randomBytes(32)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns the stored hash of a secret. A plain hash is enough, because 256 bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)))
}

/**
 * Derives the digits of one proof. They are as random as its salt, and need the grant, which the server does not store. So the
 * phone can get them again after a lost answer, and a reader of the store cannot compute them.
 */
export function deriveDigits(grant: string, salt: string): string {
  const bytes = hmac(sha256, utf8ToBytes(grant), utf8ToBytes(`digits ${salt}`))
  // 2^48 modulo a million leaves a bias too small to measure.
  const number = bytes.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return `${number % 1_000_000}`.padStart(6, '0')
}

/**
 * Returns the hash to compare digits with. A stored row does not show the digits, but anyone who tries all million finds them.
 */
export function hashDigits(digits: string, salt: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(salt), utf8ToBytes(digits)))
}
