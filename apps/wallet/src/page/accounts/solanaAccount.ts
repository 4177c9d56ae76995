import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** A test account of Solana: one ed25519 key. The key itself stays inside. */
export type SolanaAccount = {
  /** The public key in base58. */
  readonly address: string
  /** Signs bytes as `solana_signMessage` does, as they are (RFC 8032 §5.1.6): 64 bytes in base58. */
  signMessage(message: Uint8Array): string
}

/**
 * The account of a secret key.
 * @param secretKey - 32 bytes
 */
export function createSolanaAccount(secretKey: Uint8Array): SolanaAccount {
  return {
    address: base58.encode(ed25519.getPublicKey(secretKey)),
    signMessage: (message) => base58.encode(ed25519.sign(message, secretKey)),
  }
}

/**
 * Whether a message holds the key of an address as bytes, and so could be a transaction or a part of one. Solana signs both
 * without a prefix; a transaction lists the keys of all who sign it, and a text has them in base58.
 */
export function couldBeTransaction(message: Uint8Array, address: string): boolean {
  const key = base58.decode(address)
  return message.some((_, start) => key.every((byte, index) => message[start + index] === byte))
}
