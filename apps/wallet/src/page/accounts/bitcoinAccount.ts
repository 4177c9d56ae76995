import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { formatWitness, hashBip322Message, hashBip322ToSign } from './bip322.ts'

export type BitcoinAccount = ReturnType<typeof createBitcoinAccount>

const sighashAll = 1

/** Creates a Bitcoin test account of one key of 32 bytes (BIP-84, "Address derivation"). Does not expose the key. */
export function createBitcoinAccount(secretKey: Uint8Array) {
  const publicKey = secp256k1.getPublicKey(secretKey, true)
  const program = ripemd160(sha256(publicKey))
  return {
    /** `bc1q…`, in lower case: P2WPKH (BIP-173). */
    address: bech32.encode('bc', [0, ...bech32.toWords(program)]),
    /** Returns the witness of BIP-322 "simple", and the message's hash. Both are hex without `0x`. */
    signMessage(message: Uint8Array) {
      const hash = hashBip322ToSign(message, program)
      const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'der' })
      return {
        signature: bytesToHex(formatWitness([Uint8Array.of(...signature, sighashAll), publicKey])),
        messageHash: bytesToHex(hashBip322Message(message)),
      }
    },
  }
}
