import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 256 bits as 43 letters that addresses and headers take as they are. */
export function createSecret(randomBytes: (length: number) => Uint8Array): string {
  const text = btoa(String.fromCharCode(...randomBytes(32)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The stored hash of a secret. A plain hash is enough: nobody can try 256 bits. */
export function hashSecret(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)))
}

/**
 * The digits of one proof. They are as random as its salt, and need the grant, which the server does not store. So the phone can
 * get them again after a lost answer, and a reader of the store cannot compute them.
 */
export function deriveDigits(grant: string, salt: string): string {
  const bytes = hmac(sha256, utf8ToBytes(grant), utf8ToBytes(`digits ${salt}`))
  // Of 2^48 a remainder by a million prefers no digits that anybody could measure.
  const number = bytes.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return `${number % 1_000_000}`.padStart(6, '0')
}

/** The hash to compare. It hides the digits in a row of the store, but not from someone who tries a million. */
export function hashDigits(digits: string, salt: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(salt), utf8ToBytes(digits)))
}
