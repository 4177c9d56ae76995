import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Turns an identifying text into a pseudonym, so that equal texts stay equal: 32 hex digits of HMAC-SHA-256 under a secret key.
 */
export type KeyedHash = (kind: string, text: string) => string

/** @param key - 32 bytes or more */
export function createKeyedHash(key: Uint8Array): KeyedHash {
  return (kind, text) => bytesToHex(hmac(sha256, key, utf8ToBytes(`${kind} ${text}`))).slice(0, 32)
}
