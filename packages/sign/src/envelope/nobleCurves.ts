import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Curves } from './curves.ts'

export { sha256 }

/** The curves in plain JavaScript, for older browsers and for pages outside a secure context. */
export const nobleCurves: Curves = {
  ed25519PublicKey: async (seed) => ed25519.getPublicKey(seed),
  ed25519Sign: async (seed, bytes) => ed25519.sign(bytes, seed),
  x25519PublicKey: async (privateKey) => x25519.getPublicKey(privateKey),
  x25519SharedSecret: async (privateKey, publicKey) => x25519.getSharedSecret(privateKey, publicKey),
  hkdfSha256: async (key, salt, info, length) => hkdf(sha256, key, salt, info, length),
}
