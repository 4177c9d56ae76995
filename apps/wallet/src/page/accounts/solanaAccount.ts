import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

export type SolanaAccount = ReturnType<typeof createSolanaAccount>

/** Creates a Solana test account of one ed25519 key of 32 bytes. Does not expose the key. */
export function createSolanaAccount(secretKey: Uint8Array) {
  return {
    /** The public key in base58. */
    address: base58.encode(ed25519.getPublicKey(secretKey)),
    /** Signs bytes unchanged, as `solana_signMessage` does (RFC 8032 §5.1.6). Returns 64 bytes in base58. */
    signMessage: (message: Uint8Array) => base58.encode(ed25519.sign(message, secretKey)),
  }
}

/** Whether a message contains the bytes of an address's key, and so could be a transaction or a part of one. */
// Solana signs both without a prefix. A transaction lists its signers' keys as bytes; a text has keys in base58.
export function couldBeTransaction(message: Uint8Array, address: string): boolean {
  const key = base58.decode(address)
  return message.some((_, start) => key.every((byte, index) => message[start + index] === byte))
}
