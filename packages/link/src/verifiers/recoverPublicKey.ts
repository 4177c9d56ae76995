import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * The public key whose signature over a hash this is, 65 bytes; undefined where there is none.
 * @param compact - r ‖ s, 64 bytes
 * @param recoveryBit - whether the y of the point behind r is odd
 * @param hash - 32 bytes
 */
export type RecoverPublicKey = (compact: Uint8Array, recoveryBit: 0 | 1, hash: Uint8Array) => Uint8Array | undefined

/** In JavaScript, for wherever WebAssembly may not be compiled. */
export const recoverInScript: RecoverPublicKey = (compact, recoveryBit, hash) => {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recoveryBit)
    return signature.recoverPublicKey(hash).toBytes(false)
  } catch {
    // r or s is zero, above the group order, or no point of the curve.
    return undefined
  }
}

let loading: Promise<RecoverPublicKey> | undefined

/**
 * libsecp256k1 as WebAssembly, ten times as fast (docs/decisions/0033). One of it for the process: it has no state, and takes
 * some milliseconds to compile.
 */
export function loadRecoverPublicKey(): Promise<RecoverPublicKey> {
  loading ??= import('@bitauth/libauth').then(
    ({ secp256k1: native }): RecoverPublicKey =>
      (compact, recoveryBit, hash) => {
        const publicKey = native.recoverPublicKeyUncompressed(compact, recoveryBit, hash)
        return typeof publicKey === 'string' ? undefined : publicKey
      },
    () => recoverInScript,
  )
  return loading
}
