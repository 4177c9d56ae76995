import { type OriginStatement, originSigningInput } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '../envelope/hex.ts'

/** Whether one of these keys (64 hex digits) signed a statement (RFC 8032 §5.1.7, strict). */
export function isSignedBy(statement: OriginStatement, keys: readonly string[]): boolean {
  const signature = hexToBytes(statement.signature)
  const input = originSigningInput(statement)
  return keys.some((key) => verify(signature, input, hexToBytes(key)))
}

function verify(signature: Uint8Array, input: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, input, key, { zip215: false })
  } catch {
    // The bytes are not a key.
    return false
  }
}
