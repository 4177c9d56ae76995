import { type AccountId, type ChainId, parseAccountId } from '@hawser/wire'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ProofInvalidError, UnsupportedAccountError } from '../errors.ts'
import { loadRecoverPublicKey } from './recoverPublicKey.ts'

/** An account of an EVM chain. */
export type Eip155Account = {
  /** With the address in its EIP-55 form. */
  readonly accountId: AccountId
  readonly chainId: ChainId
  /** Decimal EIP-155 chain id. */
  readonly reference: string
  /** EIP-55 form. */
  readonly address: string
  /** Lower case: the same for every way to write the address. */
  readonly canonicalAddress: string
}

/**
 * Reads an `eip155` account id. An address in one case carries no checksum; in mixed case it must be right (EIP-55).
 * @throws UnsupportedAccountError
 */
export function parseEip155Account(accountId: AccountId): Eip155Account {
  const { namespace, reference, address, chainId } = parseAccountId(accountId)
  if (namespace !== 'eip155')
    throw new UnsupportedAccountError('Only accounts of the namespace eip155 can be linked here.')
  if (!/^[1-9]\d{0,31}$/.test(reference) || !/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new UnsupportedAccountError('The account id does not name an EVM chain and an address of 20 bytes.')
  const canonicalAddress = address.toLowerCase()
  const checksummed = formatChecksumAddress(canonicalAddress)
  const digits = address.slice(2)
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase() && address !== checksummed)
    throw new UnsupportedAccountError('The checksum of the address is wrong (EIP-55): a character was mistyped.')
  return {
    accountId: `${chainId}:${checksummed}`,
    chainId,
    reference,
    address: checksummed,
    canonicalAddress,
  }
}

/** The EIP-55 form of an address given in lower case with `0x`. */
export function formatChecksumAddress(canonicalAddress: string): string {
  const digits = canonicalAddress.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const letters = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}

/** What `personal_sign` hashes (EIP-191, version 0x45): the text under a prefix that no transaction can begin with. */
export function hashPersonalMessage(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/**
 * The address (lower case) whose key made a signature over a 32-byte hash.
 * Accepted is one form only, r ‖ s ‖ v of 65 bytes as hex, with s in the lower half and v 27 or 28:
 * - v 0 and 1 mean the same as 27 and 28, but `personal_sign` wallets write the latter (execution-apis `eth_sign`), and a
 *   second spelling of one signature is what replay lists and caches stumble over;
 * - the twin with s in the upper half verifies too (EIP-2); nobody but a forger makes it.
 * @throws ProofInvalidError
 */
export async function recoverAddress(request: {
  readonly hash: Uint8Array
  readonly signature: string
}): Promise<string> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(request.signature))
    throw new ProofInvalidError('The signature must have exactly 65 bytes.')
  const bytes = hexToBytes(request.signature.slice(2))
  const v = bytes[64]
  if (v !== 27 && v !== 28) throw new ProofInvalidError('The last byte of the signature must be 27 or 28.')
  const compact = bytes.subarray(0, 64)
  if (isHighS(compact)) throw new ProofInvalidError('The signature must have the lower of its two s values.')
  const recoverPublicKey = await loadRecoverPublicKey()
  const publicKey = recoverPublicKey(compact, v === 27 ? 0 : 1, request.hash)
  // r or s is zero, above the group order, or no point of the curve.
  if (publicKey === undefined) throw new ProofInvalidError('The signature is none of this curve.')
  return `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`
}

/** Half of the group order of secp256k1, rounded down. */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

function isHighS(compact: Uint8Array): boolean {
  return bytesToHex(compact.subarray(32)) > halfOrder
}

/**
 * Checks that the key of an account signed a text with `personal_sign`. Externally owned accounts only.
 * @throws ProofInvalidError
 */
export async function verifyEip155Signature(request: {
  readonly message: string
  readonly account: Eip155Account
  readonly signature: string
}): Promise<Eip155Account> {
  const recovered = await recoverAddress({ hash: hashPersonalMessage(request.message), signature: request.signature })
  if (recovered !== request.account.canonicalAddress)
    throw new ProofInvalidError('The signature was made by another account, or over another text.')
  return request.account
}
