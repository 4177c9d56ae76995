import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 256 bits as 43 letters that addresses and headers take as they are. */
export function createSecret(randomBytes: (length: number) => Uint8Array): string {
  const text = btoa(String.fromCharCode(...randomBytes(32)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What is kept of a secret. A plain hash is enough: nobody tries 256 bits. */
export function hashSecret(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)))
}

/**
 * The digits of one proof: as random as its salt, and only to be reckoned with the grant, which the server does not keep. So the phone
 * can be told them once more when an answer was lost, and who reads the store is not told.
 */
export function deriveDigits(grant: string, salt: string): string {
  const bytes = hmac(sha256, utf8ToBytes(grant), utf8ToBytes(`digits ${salt}`))
  // Of 2^48 a remainder by a million prefers no digits that anybody could measure.
  const number = bytes.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return `${number % 1_000_000}`.padStart(6, '0')
}

/** What is compared. It keeps the digits out of sight in a row of the store, not from whoever tries a million. */
export function hashDigits(digits: string, salt: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(salt), utf8ToBytes(digits)))
}
