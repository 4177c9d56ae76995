import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { formatWitness, hashBip322Message, hashBip322ToSign } from './bip322.ts'

/** A signature for a message: the witness of BIP-322 "simple", and the message's hash. Both are hex without `0x`. */
export type BitcoinSignature = { readonly signature: string; readonly messageHash: string }

/** A Bitcoin test account: one key and its P2WPKH address. Does not expose the key. */
export type BitcoinAccount = {
  /** `bc1q…`, in lower case. */
  readonly address: string
  signMessage(message: Uint8Array): BitcoinSignature
}

const sighashAll = 1

/** Creates the account of a secret key of 32 bytes (BIP-84, "Address derivation"; BIP-173). */
export function createBitcoinAccount(secretKey: Uint8Array): BitcoinAccount {
  const publicKey = secp256k1.getPublicKey(secretKey, true)
  const program = ripemd160(sha256(publicKey))
  return {
    address: bech32.encode('bc', [0, ...bech32.toWords(program)]),
    signMessage(message) {
      const hash = hashBip322ToSign(message, program)
      const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'der' })
      return {
        signature: bytesToHex(formatWitness([Uint8Array.of(...signature, sighashAll), publicKey])),
        messageHash: bytesToHex(hashBip322Message(message)),
      }
    },
  }
}
