import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** `0x` and 40 hex characters, in the mixed case of EIP-55. */
export type Address = `0x${string}`

export type EthereumAccount = ReturnType<typeof createEthereumAccount>

/** Creates a test account of one secp256k1 key of 32 bytes, for all chains like Ethereum. Does not expose the key. */
export function createEthereumAccount(secretKey: Uint8Array) {
  const publicKey = secp256k1.getPublicKey(secretKey, false)
  const signHash = (hash: Uint8Array): `0x${string}` => {
    const [recovery = 0, ...compact] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
    return `0x${bytesToHex(Uint8Array.from([...compact, recovery + 27]))}`
  }
  return {
    address: formatAddress(keccak_256(publicKey.subarray(1)).subarray(-20)),
    /** Signs as `personal_sign` does (EIP-191 version 0x45). Returns 65 bytes as `0x…`, with recovery id 27 or 28 last. */
    signPersonalMessage: (message: Uint8Array) => signHash(hashPersonalMessage(message)),
    /** Signs a hash of 32 bytes, as `eth_signTypedData_v4` does with the EIP-712 hash. Returns the same form. */
    signHash,
  }
}

/** The hash that `personal_sign` signs: keccak-256 of the EIP-191 prefix, the length in bytes, and the message. */
export function hashPersonalMessage(message: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message))
}

/** Formats an address of 20 bytes with its EIP-55 checksum. */
export function formatAddress(bytes: Uint8Array): Address {
  const hex = bytesToHex(bytes)
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return `0x${[...hex].map((digit, index) => (Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
