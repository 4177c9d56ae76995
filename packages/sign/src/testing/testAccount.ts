import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '../envelope/hex.ts'

/** A test account: one secp256k1 key. */
export type TestAccount = {
  /** The address with its checksum (EIP-55). */
  readonly address: `0x${string}`
  /** Signs as `personal_sign` does (EIP-191). */
  sign(message: Uint8Array): `0x${string}`
}

/**
 * Creates the account of a secret key.
 * @param secretKey - 64 hex characters
 */
export function createTestAccount(secretKey: string): TestAccount {
  const key = hexToBytes(secretKey)
  const publicKey = secp256k1.getPublicKey(key, false)
  return {
    address: formatAddress(keccak_256(publicKey.subarray(1)).subarray(-20)),
    sign(message) {
      const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`)
      const hash = keccak_256(Uint8Array.from([...prefix, ...message]))
      const [recovery = 0, ...compact] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      return `0x${bytesToHex(Uint8Array.from([...compact, recovery + 27]))}`
    },
  }
}

function formatAddress(bytes: Uint8Array): `0x${string}` {
  const hex = bytesToHex(bytes)
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(hex)))
  const digits = [...hex].map((digit, index) => ((hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}
