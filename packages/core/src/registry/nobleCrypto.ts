import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { RegistryCrypto } from './registryCrypto.ts'

/** The checks in plain JavaScript, for older browsers and for pages outside a secure context. */
export const nobleCrypto: RegistryCrypto = {
  sha256: async (bytes) => sha256(bytes),
  async isSignedBy(publicKey, signature, bytes) {
    try {
      // Verifies as browsers do (RFC 8032), and not as some chains do (ZIP 215).
      return ed25519.verify(signature, bytes, publicKey, { zip215: false })
    } catch {
      // The key or the signature is malformed.
      return false
    }
  },
}
