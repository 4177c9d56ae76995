import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * Recovers the public key of a signature over a hash, 65 bytes; undefined if no key fits.
 * @param compact - r ‖ s, 64 bytes
 * @param recoveryBit - whether the y of the point behind r is odd
 * @param hash - 32 bytes
 */
export type RecoverPublicKey = (compact: Uint8Array, recoveryBit: 0 | 1, hash: Uint8Array) => Uint8Array | undefined

/** Recovers in JavaScript, for environments that cannot compile WebAssembly. */
export const recoverInScript: RecoverPublicKey = (compact, recoveryBit, hash) => {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recoveryBit)
    return signature.recoverPublicKey(hash).toBytes(false)
  } catch {
    // r or s is zero or above the group order, or r belongs to no point of the curve.
    return undefined
  }
}

let loading: Promise<RecoverPublicKey> | undefined

/**
 * Loads libsecp256k1 as WebAssembly, which is ten times as fast (docs/decisions/0033). One instance serves the process: it
 * keeps no state between calls, and compiling it blocks for some tens of milliseconds. Never rejects.
 * @param onFailure - receives the reason for the JavaScript fallback, if WebAssembly exists but cannot be used
 */
export function loadRecoverPublicKey(onFailure: (error: unknown) => void = () => undefined): Promise<RecoverPublicKey> {
  loading ??= compile().catch((error: unknown) => {
    if (typeof WebAssembly !== 'undefined') onFailure(error)
    return recoverInScript
  })
  return loading
}

async function compile(): Promise<RecoverPublicKey> {
  // Imported by path: the package's root loads all of it, and not every bundler supports its top-level `await`.
  const { instantiateSecp256k1 } = await import('@bitauth/libauth/build/lib/crypto/secp256k1.js')
  const { recoverPublicKeyUncompressed } = await instantiateSecp256k1()
  return (compact, recoveryBit, hash) => {
    const publicKey = recoverPublicKeyUncompressed(compact, recoveryBit, hash)
    return typeof publicKey === 'string' ? undefined : publicKey
  }
}
