import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { formatChecksumAddress, hashPersonalMessage } from '../../packages/link/src/verifiers/eip155.ts'

/** An account with a key, like a wallet's account. */
export type Key = { readonly address: string; sign(message: string): string }

/** Creates a key. The same number gives the same key. */
export function createKey(number: number): Key {
  const secretKey = keccak_256(new TextEncoder().encode(`key ${number} of a bench`))
  const publicKey = secp256k1.getPublicKey(secretKey, false)
  return {
    address: formatChecksumAddress(`0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`),
    sign(message) {
      const signature = secp256k1.sign(hashPersonalMessage(message), secretKey, { prehash: false, format: 'recovered' })
      return `0x${bytesToHex(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`
    },
  }
}
