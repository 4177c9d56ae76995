import { readHexDigits } from '@hawser/wire'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ProofInvalidError } from '../errors.ts'

/** A signature of a secp256k1 key, as `personal_sign` returns it, independent of its spelling. */
export type KeySignature = {
  /** r ‖ s, 64 bytes, s in the lower half. */
  readonly compact: Uint8Array
  /** Whether the y of the point behind r is odd. */
  readonly recoveryBit: 0 | 1
}

/** Half of the group order of secp256k1, rounded down. */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/**
 * Reads a signature of a key. Wallets spell the same signature in several ways, which are all accepted: hex with or without
 * `0x`, in either case. The byte v is 27 or 28 (execution-apis `eth_sign`), 0 or 1 (Ledger and products built on it), or the
 * top bit of s in 64 bytes (EIP-2098). The value is strict: r and s have 32 bytes each, and s is in the lower half. Its twin in
 * the upper half verifies too (EIP-2), but only a forger makes it.
 * @throws ProofInvalidError - with a `reason` for each kind of mistake
 */
export function parseKeySignature(text: string): KeySignature {
  const digits = readHexDigits(text)
  if (digits === undefined)
    throw new ProofInvalidError('The signature is not hex of whole bytes. Send the wallet’s answer unchanged.', {
      reason: 'signature_not_readable',
    })
  const bytes = hexToBytes(digits)
  if (bytes.length !== 65 && bytes.length !== 64)
    throw new ProofInvalidError(
      'The signature of a key must have 65 bytes, or 64 in the compact form of EIP-2098. This one may be a smart account’s.',
      { reason: 'signature_length' },
    )
  const compact = bytes.slice(0, 64)
  const recoveryBit = bytes.length === 64 ? takeTopBit(compact) : recoveryBits.get(bytes[64] ?? 255)
  if (recoveryBit === undefined)
    throw new ProofInvalidError('The last byte of the signature must be 0, 1, 27 or 28.', {
      reason: 'signature_recovery_byte',
    })
  if (bytesToHex(compact.subarray(32)) > halfOrder)
    throw new ProofInvalidError('The signature must have the lower of its two s values (EIP-2).', {
      reason: 'signature_high_s',
    })
  return { compact, recoveryBit }
}

/** Formats the canonical spelling: `0x`, r ‖ s ‖ v, lower case, v 27 or 28. */
export function formatKeySignature({ compact, recoveryBit }: KeySignature): string {
  return `0x${bytesToHex(compact)}${(27 + recoveryBit).toString(16)}`
}

const recoveryBits: ReadonlyMap<number, 0 | 1> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/** EIP-2098: yParity replaces the top bit of s, which is always zero in the lower half. */
function takeTopBit(compact: Uint8Array): 0 | 1 {
  const first = compact[32] ?? 0
  compact[32] = first & 0x7f
  return first >= 0x80 ? 1 : 0
}
